import { parseNumber } from '../parse-number.ts'
import type { FieldTypeServer } from '../types.ts'

/** A number with a fraction. */
const float: FieldTypeServer = {
  type: 'Float',
  kind: 'decimal',
  length: null,
  formula: 'number',
  rollup: true,
  digits: 9,
  parse: parseNumber,
  sample: { value: '12.5', stored: 12.5, refused: [9.1e15, '-1e300'] },
}

export default float
