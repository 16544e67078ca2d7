import type { FilterGroup, FilterPart } from '@tavla/contract'
import type { CalendarFields } from './calendar-fields.ts'
import { addDays, type Day } from './days.ts'
import type { DayRange } from './ranges.ts'

/** The condition of records that stand on any of these days. */
export function standingIn({ start, end }: CalendarFields, { from, to }: DayRange): FilterPart {
  if (!end) return startingIn({ start, end }, { from, to })
  const touches: FilterGroup = {
    or: [
      [start.fieldname, '>=', from],
      [end.fieldname, '>=', from],
    ],
  }
  return { and: [[start.fieldname, '<', addDays(to, 1)], touches] }
}

/** The condition of records that begin on any of these days. */
export const startingIn = ({ start }: CalendarFields, { from, to }: DayRange): FilterPart => [
  start.fieldname,
  'between',
  [from, to],
]

/** The condition of records that began before a day and stand on it. */
export const reachingInto = ({ start, end }: CalendarFields, day: Day): FilterPart | null =>
  end
    ? {
        and: [
          [start.fieldname, '<', day],
          [end.fieldname, '>=', day],
        ],
      }
    : null

/** The order of entries: of those that begin together, the longest first. */
export const entryOrder = ({ start, end }: CalendarFields): string =>
  end ? `${start.fieldname} asc, ${end.fieldname} desc` : `${start.fieldname} asc`

/** The groups by which entries are counted. */
export const entryGroups = ({ start, end }: CalendarFields): string =>
  end ? `${start.fieldname}:day,${end.fieldname}:day` : `${start.fieldname}:day`
