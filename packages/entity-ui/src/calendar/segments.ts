import type { EntityRecord } from '@tavla/contract'
import type { CalendarFields } from './calendar-fields.ts'
import { type Day, dayOf } from './days.ts'

/** A record on its days. */
export interface CalendarEntry {
  record: EntityRecord
  first: Day
  last: Day
}

/** The part of an entry in one week. */
export interface Segment {
  entry: CalendarEntry
  /** Its row below the number of the day, from 0. */
  slot: number
  /** Number of days. */
  length: number
  /** The entry begins, or ends, in this part. */
  isStart: boolean
  isEnd: boolean
}

/** The entries that one day of a week shows. */
export interface DayPlan {
  day: Day
  /** The parts that begin here. */
  segments: readonly Segment[]
  /** Number of entries on this day that are not shown. */
  hidden: number
}

/** The days of a record; null without a start. An end before the start counts as none. */
export function entryOf(record: EntityRecord, { start, end }: CalendarFields): CalendarEntry | null {
  const first = dayOf(record[start.fieldname])
  if (first === null) return null
  const last = end ? dayOf(record[end.fieldname]) : null
  return { record, first, last: last !== null && last > first ? last : first }
}

/** The order in which entries take their rows: earlier ones first, and of the same day the longest, then by time. */
export function inOrder(entries: readonly CalendarEntry[], { start }: CalendarFields): CalendarEntry[] {
  const time = ({ record }: CalendarEntry) => String(record[start.fieldname])
  return entries.toSorted(
    (one, other) =>
      compare(one.first, other.first) ||
      compare(other.last > other.first ? other.last : '', one.last > one.first ? one.last : '') ||
      compare(time(one), time(other)),
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Lays the entries of one week into rows, so that none covers another. A day with more than `slots` entries leaves its
 * last row to their number; `counts` has the exact number of entries where not all of them were read.
 */
export function planWeek(
  days: readonly Day[],
  entries: readonly CalendarEntry[],
  slots: number,
  counts: ReadonlyMap<Day, number>,
): DayPlan[] {
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const taken = days.map(() => new Set<number>())
  const placed = entries
    .filter(({ first, last }) => first <= end && last >= begin)
    .map((entry) => {
      const from = Math.max(0, days.indexOf(entry.first))
      const to = entry.last > end ? days.length - 1 : days.indexOf(entry.last)
      const slot = freeSlot(taken.slice(from, to + 1))
      for (const rows of taken.slice(from, to + 1)) rows.add(slot)
      const segment = { entry, slot, length: to - from + 1, isStart: entry.first >= begin, isEnd: entry.last <= end }
      return { segment, from, to }
    })
  const totals = days.map((day, at) => Math.max(counts.get(day) ?? 0, taken[at]?.size ?? 0))
  const room = days.map((_, at) => {
    const isFull = (totals[at] ?? 0) > slots || Math.max(-1, ...(taken[at] ?? [])) >= slots
    return isFull ? slots - 1 : slots
  })
  const shown = placed.filter(({ segment, from, to }) => room.slice(from, to + 1).every((rows) => segment.slot < rows))
  return days.map((day, at) => ({
    day,
    segments: shown.filter(({ from }) => from === at).map(({ segment }) => segment),
    hidden: (totals[at] ?? 0) - shown.filter(({ from, to }) => from <= at && to >= at).length,
  }))
}

function freeSlot(taken: readonly ReadonlySet<number>[]): number {
  let slot = 0
  while (taken.some((rows) => rows.has(slot))) slot++
  return slot
}
