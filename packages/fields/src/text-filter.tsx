import { contains } from '@tavla/client'
import { TextInput } from './TextInput.tsx'
import { textOf } from './text-value.ts'
import type { FieldTypeUi } from './ui-types.ts'

/** Quick filter of every type that holds text: the records whose text contains what is typed. */
export const textFilter: Pick<FieldTypeUi, 'Filter' | 'toCondition'> = {
  Filter: (props) => <TextInput {...props} />,
  toCondition: (value) => contains(textOf(value)),
}
