import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** Source code or other text with significant white space. */
const code: FieldTypeServer = {
  type: 'Code',
  kind: 'longtext',
  length: limits.textLength,
  searchable: true,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: '  first\nשנייה\n', stored: '  first\nשנייה\n' },
}

export default code
