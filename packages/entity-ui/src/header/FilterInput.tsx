import { fieldInput } from '@tavla/fields/inputs'
import type { FieldInputProps } from '@tavla/fields/ui'

/** The input of a quick filter. */
export default function FilterInput(props: FieldInputProps) {
  const { Input, Filter = Input } = fieldInput(props.field.fieldtype)
  return <Filter {...props} />
}
