import { parseNumber } from '../parse-number.ts'
import type { FieldTypeServer } from '../types.ts'

/** An amount of money; options hold the code of the currency, or the field that holds it. */
const currency: FieldTypeServer = {
  type: 'Currency',
  kind: 'decimal',
  length: null,
  formula: 'number',
  rollup: true,
  digits: 'currency',
  parse: parseNumber,
  sample: { value: 1499.9, stored: 1499.9, options: 'ILS', refused: [9.1e15, '-1e300'] },
}

export default currency
