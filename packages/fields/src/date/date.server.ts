import { parseMoment, readDate } from '../parse-date.ts'
import type { FieldTypeServer } from '../types.ts'

/** A day of the calendar, `YYYY-MM-DD`. */
const date: FieldTypeServer = {
  type: 'Date',
  kind: 'date',
  length: null,
  formula: 'date',
  rollup: true,
  parse: (value, field) => parseMoment(value, field, readDate),
  sample: { value: '2028-02-29', stored: '2028-02-29', refused: ['2026-02-29', '29/02/2028', 'Today', 20280229, true] },
}

export default date
