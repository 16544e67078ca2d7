import { TextAreaInput } from '../TextAreaInput.tsx'
import { LongTextView, TextCell } from '../TextView.tsx'
import { textFilter } from '../text-filter.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const text: FieldTypeUi = {
  type: 'Text',
  Input: (props) => <TextAreaInput {...props} rows={4} />,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textFilter,
  wide: 'full',
}

export default text
