import { TextAreaInput } from './TextAreaInput.tsx'
import { TextInput } from './TextInput.tsx'
import type { FieldTypeInputs } from './ui-types.ts'

/** The input of a text type of any length, which starts with `rows` lines. */
export const longTextInput = (type: string, rows: number): FieldTypeInputs => ({
  type,
  Input: (props) => <TextAreaInput {...props} rows={rows} />,
  Filter: TextInput,
})
