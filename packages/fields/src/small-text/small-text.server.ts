import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A text of a few lines. */
const smallText: FieldTypeServer = {
  type: 'Small Text',
  kind: 'longtext',
  length: limits.smallTextLength,
  formula: 'text',
  searchable: true,
  parse: (value, field) => parseText(value, field, limits.smallTextLength),
  sample: { value: 'first\nשנייה', stored: 'first\nשנייה' },
}

export default smallText
