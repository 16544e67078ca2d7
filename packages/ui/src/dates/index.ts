export type { DateFieldProps } from './DateBox.tsx'
export { DateField, DateTimeField } from './DateField.tsx'
export { TimeField } from './TimeField.tsx'
