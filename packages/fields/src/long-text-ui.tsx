import { TextAreaInput } from './TextAreaInput.tsx'
import { LongTextView, TextCell } from './TextView.tsx'
import { textType } from './text-type.tsx'
import type { FieldTypeUi } from './ui-types.ts'

/** A text type that takes the whole width of a form and starts with `rows` lines. */
export const longTextUi = (type: string, rows: number, sample: string): FieldTypeUi => ({
  type,
  Input: (props) => <TextAreaInput {...props} rows={rows} />,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textType,
  wide: 'full',
  columnWidth: 220,
  sample: { value: sample },
})
