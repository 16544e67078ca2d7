import { TextAreaInput } from '../TextAreaInput.tsx'
import { LongTextView, TextCell } from '../TextView.tsx'
import { textFilter } from '../text-filter.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const smallText: FieldTypeUi = {
  type: 'Small Text',
  Input: (props) => <TextAreaInput {...props} rows={2} />,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textFilter,
  wide: 'double',
}

export default smallText
