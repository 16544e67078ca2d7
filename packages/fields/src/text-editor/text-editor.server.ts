import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A long text drawn as a plain text area; what shows it as HTML has to clean it first. */
const textEditor: FieldTypeServer = {
  type: 'Text Editor',
  kind: 'longtext',
  length: limits.textLength,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: '  first\nשנייה\n', stored: '  first\nשנייה\n' },
}

export default textEditor
