import { TextAreaInput } from '../TextAreaInput.tsx'
import { CodeView, LtrCell } from '../TextView.tsx'
import { textFilter } from '../text-filter.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const code: FieldTypeUi = {
  type: 'Code',
  Input: (props) => <TextAreaInput {...props} rows={6} isCode />,
  View: CodeView,
  Cell: LtrCell,
  blank: null,
  ...textFilter,
  wide: 'full',
}

export default code
