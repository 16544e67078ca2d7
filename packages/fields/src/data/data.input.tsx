import { TextInput } from '../TextInput.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'
import { dataForm } from './data-form.ts'

const data: FieldTypeInputs = {
  type: 'Data',
  Input: (props) => {
    const { input } = dataForm(props.field)
    return <TextInput {...props} type={input} inputMode={input} />
  },
  Filter: TextInput,
}

export default data
