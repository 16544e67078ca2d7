import { contains } from '@tavla/client'
import type { FieldTypeUi } from './ui-types.ts'
import { valueText } from './value-text.ts'

/** The shared parts of every text type: a quick filter finds contained text, and the field's own label as an example. */
export const textType: Pick<FieldTypeUi, 'toCondition' | 'example'> = {
  toCondition: (value) => contains(valueText(value)),
  example: ({ label }, { say }) => say(label),
}
