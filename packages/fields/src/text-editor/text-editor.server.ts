import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A long text in a plain text area; code that shows it as HTML must sanitise it first. */
const textEditor: FieldTypeServer = {
  type: 'Text Editor',
  kind: 'longtext',
  length: limits.textLength,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: '  first\nשנייה\n', stored: '  first\nשנייה\n' },
}

export default textEditor
