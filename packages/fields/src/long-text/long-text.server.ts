import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A long text that the list does not search. */
const longText: FieldTypeServer = {
  type: 'Long Text',
  kind: 'longtext',
  length: limits.textLength,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: '  first\nשנייה\n', stored: '  first\nשנייה\n' },
}

export default longText
