import { contains } from '@tavla/client'
import { TextInput } from './TextInput.tsx'
import type { FieldTypeUi } from './ui-types.ts'
import { valueText } from './value-text.ts'

/** The shared parts of every text type: a quick filter for contained text, and the field's own label as an example. */
export const textType: Pick<FieldTypeUi, 'Filter' | 'toCondition' | 'example'> = {
  Filter: (props) => <TextInput {...props} />,
  toCondition: (value) => contains(valueText(value)),
  example: ({ label }, { say }) => say(label),
}
