import { TextAreaInput } from './TextAreaInput.tsx'
import { LongTextView, TextCell } from './TextView.tsx'
import { textType } from './text-type.tsx'
import type { FieldTypeUi } from './ui-types.ts'

/** A type of text that takes the whole width of a form and `rows` lines to begin with. */
export const longTextUi = (type: string, rows: number, sample: string): FieldTypeUi => ({
  type,
  Input: (props) => <TextAreaInput {...props} rows={rows} />,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textType,
  wide: 'full',
  sample: { value: sample },
})
