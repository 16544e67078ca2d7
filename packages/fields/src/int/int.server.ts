import { parseInteger } from '../parse-number.ts'
import type { FieldTypeServer } from '../types.ts'

/** A whole number; a fraction is truncated toward zero. */
const int: FieldTypeServer = {
  type: 'Int',
  kind: 'integer',
  length: null,
  formula: 'number',
  rollup: true,
  parse: parseInteger,
  sample: { value: ' -7.9 ', stored: -7, refused: [9.1e15, '-1e300'] },
}

export default int
