import { parseMoment, readTime } from '../parse-date.ts'
import type { FieldTypeServer } from '../types.ts'

/** A time of day, `HH:mm:ss`. */
const time: FieldTypeServer = {
  type: 'Time',
  kind: 'time',
  length: null,
  parse: (value, field) => parseMoment(value, field, readTime),
  sample: { value: '08:30', stored: '08:30:00', refused: ['24:00', '8:30', '08:60', '2026-01-05 08:30', 830, true] },
}

export default time
