import { TextAreaInput } from '../TextAreaInput.tsx'
import { TextInput } from '../TextInput.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const smallText: FieldTypeInputs = {
  type: 'Small Text',
  Input: (props) => <TextAreaInput {...props} rows={2} />,
  Filter: TextInput,
}

export default smallText
