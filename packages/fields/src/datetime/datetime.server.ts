import { parseMoment, readDatetime } from '../parse-date.ts'
import type { FieldTypeServer } from '../types.ts'

/** A day and time in the site's wall clock, `YYYY-MM-DD HH:mm:ss.ffffff`. */
const datetime: FieldTypeServer = {
  type: 'Datetime',
  kind: 'datetime',
  length: null,
  formula: 'date',
  rollup: true,
  parse: (value, field, context) => parseMoment(value, field, (text) => readDatetime(text, context)),
  sample: {
    value: '2026-01-05T10:00',
    stored: '2026-01-05 10:00:00.000000',
    refused: ['2026-01-05 24:00:00', '10:00', 'Now', 1767600000, true],
  },
}

export default datetime
