import { parseInteger } from '../parse-number.ts'
import type { FieldTypeServer } from '../types.ts'

/** A length of time in whole seconds. */
const duration: FieldTypeServer = {
  type: 'Duration',
  kind: 'integer',
  length: null,
  formula: 'number',
  parse: parseInteger,
  sample: { value: 90.9, stored: 90, refused: [9.1e15, '-1e300'] },
}

export default duration
