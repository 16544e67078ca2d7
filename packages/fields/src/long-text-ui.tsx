import { LongTextView, TextCell } from './TextView.tsx'
import { textType } from './text-type.tsx'
import type { FieldTypeUi } from './ui-types.ts'

/** A text type that takes the whole width of a form. */
export const longTextUi = (type: string, sample: string): FieldTypeUi => ({
  type,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textType,
  wide: 'full',
  columnWidth: 220,
  sample: { value: sample },
})
