import type { EntityRecord } from '@tavla/contract'
import type { CalendarFields } from './calendar-fields.ts'
import { addDays, type Day, dayOf, moveValue } from './days.ts'
import { entryOf } from './segments.ts'

/** By how many days the start and the end of an entry move. */
export interface Shift {
  start: number
  end: number
}

/** The days on which an entry would stand after a move; its end never comes before its start. */
export function shiftedDays(record: EntityRecord, fields: CalendarFields, { start, end }: Shift): [Day, Day] {
  const entry = entryOf(record, fields)
  if (!entry) return ['', '']
  const first = addDays(entry.first, start)
  const last = addDays(entry.last, end)
  return [first, last < first ? first : last]
}

/** The fields that a move changes, with their new values; the time of day stays. */
export function movedValues(record: EntityRecord, fields: CalendarFields, shift: Shift): Record<string, unknown> {
  const { start, end } = fields
  const values: Record<string, unknown> = {}
  if (shift.start !== 0) values[start.fieldname] = moveValue(record[start.fieldname], shift.start)
  if (!end || end.read_only === 1) return values
  const former = record[end.fieldname]
  const hasEnd = dayOf(former) !== null
  if (shift.start === shift.end) return hasEnd ? { ...values, [end.fieldname]: moveValue(former, shift.end) } : values
  const [, last] = shiftedDays(record, fields, shift)
  return { ...values, [end.fieldname]: hasEnd ? last + String(former).slice(10) : endOn(last, record, fields) }
}

/** The first end of a record that had none: on that day, at the time of its start. */
function endOn(day: Day, record: EntityRecord, { start, end }: CalendarFields): string {
  if (end?.fieldtype !== 'Datetime') return day
  const time = start.fieldtype === 'Datetime' ? String(record[start.fieldname]).slice(10) : ''
  return `${day}${time || ' 00:00:00'}`
}
