import { TextAreaInput } from '../TextAreaInput.tsx'
import { TextInput } from '../TextInput.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { codeDirection } from './code-direction.ts'

const code: FieldTypeInputs = {
  type: 'Code',
  Input: (props) => <TextAreaInput {...props} rows={6} isCode dir={codeDirection(valueText(props.value))} />,
  Filter: TextInput,
}

export default code
