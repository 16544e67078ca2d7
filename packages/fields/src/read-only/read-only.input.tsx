import { TextInput } from '../TextInput.tsx'
import { UnknownInput } from '../UnknownField.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const readOnly: FieldTypeInputs = {
  type: 'Read Only',
  Input: UnknownInput,
  Filter: TextInput,
}

export default readOnly
