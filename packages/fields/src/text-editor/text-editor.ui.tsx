import { TextAreaInput } from '../TextAreaInput.tsx'
import { LongTextView, TextCell } from '../TextView.tsx'
import { textFilter } from '../text-filter.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const textEditor: FieldTypeUi = {
  type: 'Text Editor',
  Input: (props) => <TextAreaInput {...props} rows={6} />,
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  ...textFilter,
  wide: 'full',
}

export default textEditor
