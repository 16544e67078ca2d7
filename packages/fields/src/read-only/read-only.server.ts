import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A line of text that only the server sets. */
const readOnly: FieldTypeServer = {
  type: 'Read Only',
  kind: 'text',
  length: limits.dataLength,
  serverOnly: true,
  parse: (value, field) => parseLine(value, field, limits.dataLength),
  sample: { value: 'Noa Levi', stored: 'Noa Levi' },
}

export default readOnly
