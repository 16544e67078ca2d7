export type { DateFieldProps } from './DateBox.tsx'
export { DateField, DateTimeField } from './DateField.tsx'
export { DateRange, type DateRangeProps } from './DateRange.tsx'
export { TimeField } from './TimeField.tsx'
