import { TextAreaInput } from '../TextAreaInput.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const json: FieldTypeInputs = {
  type: 'JSON',
  Input: (props) => <TextAreaInput {...props} rows={6} isCode />,
}

export default json
