import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A longer text. */
const text: FieldTypeServer = {
  type: 'Text',
  kind: 'longtext',
  length: limits.textLength,
  searchable: true,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: '  first\nשנייה\n', stored: '  first\nשנייה\n' },
}

export default text
