import type { EntityState, EntityStore } from '@tavla/client'
import { type LaneStore, laneOf } from '@tavla/client/lanes'
import type { EntityRecord } from '@tavla/contract'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSummary } from '../summary/useSummary.ts'
import type { CalendarFields } from './calendar-fields.ts'
import { entryGroups, entryOrder, reachingInto, standingIn, startingIn } from './calendar-query.ts'
import { type Day, dayOf } from './days.ts'
import { type DayRange, dayCounts, keepOrPack, rowsOf } from './ranges.ts'
import { type CalendarEntry, entryOf, inOrder } from './segments.ts'
import { useLanes } from './useLanes.ts'

interface EntriesOptions {
  store: EntityStore
  fields: CalendarFields
  /** The days in sight. */
  days: readonly Day[]
  /** Fieldnames that entries need. */
  needed: readonly string[]
}

/** The entries of the days in sight, and where their rows are kept. */
export interface CalendarEntries {
  entries: readonly CalendarEntry[]
  /** Exact number of entries of the days whose records were read in part. */
  counts: ReadonlyMap<Day, number>
  /** The lane that reads records with this start; undefined out of sight. */
  laneFor(record: EntityRecord): LaneStore | undefined
  isLoading: boolean
  /** A lane whose read failed. */
  failed: { state: EntityState; store: LaneStore } | undefined
}

/**
 * Reads what the days in sight show, and follows it live: exact counts by day, then the records, of crowded days only the
 * first ones (reference: screens, Calendar).
 */
export function useCalendarEntries({ store, fields, days, needed }: EntriesOptions): CalendarEntries {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const where = standingIn(fields, { from, to })
  const { answer } = useSummary(store, { aggregates: [], groupBy: entryGroups(fields), where })
  const counts = useMemo(() => answer && dayCounts(days, answer.groups), [days, answer])
  const ranges = useRanges(days, counts?.starts)
  const orderBy = entryOrder(fields)
  const starting = ranges.map((range) => laneOf(store, { where: startingIn(fields, range), fields: needed, orderBy }))
  const before = reachingInto(fields, from)
  const reaching = before ? [laneOf(store, { where: before, fields: needed, orderBy })] : []
  const lanes = useSameList([...starting, ...reaching])

  // Before the lanes are entered, so that the first read brings all that is shown.
  useLayoutEffect(() => {
    lanes.forEach((lane, at) => {
      const range = ranges[at]
      lane.setItemsPerPage(range && counts ? rowsOf(range, counts.starts) : 500)
    })
  }, [lanes, ranges, counts])
  useEffect(() => {
    const leave = lanes.map((lane) => lane.enter())
    return () => {
      for (const end of leave) end()
    }
  }, [lanes])
  const states = useLanes(lanes)
  const entries = useMemo(() => {
    const rows = new Map(states.flatMap(({ activeList }) => activeList.map((row) => [row.id, row] as const)))
    return inOrder(
      [...rows.values()].flatMap((row) => entryOf(row, fields) ?? []),
      fields,
    )
  }, [states, fields])

  // Where all rows are read, they are newer than the numbers.
  const hidden = useMemo(() => {
    const isPart = ({ status, listInfo }: EntityState) =>
      status === 'ready' && listInfo.itemsLoaded < listInfo.totalCount
    const parts = states.flatMap((one, at) => (isPart(one) ? [ranges[at]] : []))
    const isAll = fields.end !== undefined && parts.length > 0
    const isHidden = (day: Day) => isAll || parts.some((range) => range && range.from <= day && day <= range.to)
    return new Map([...(counts?.all ?? [])].filter(([day]) => isHidden(day)))
  }, [states, ranges, counts, fields])

  const failedAt = states.findIndex(({ error }) => error !== null)
  const [state, failedStore] = [states[failedAt], lanes[failedAt]]
  return {
    entries,
    counts: hidden,
    laneFor(record) {
      const day = dayOf(record[fields.start.fieldname])
      if (day === null) return undefined
      if (day < from) return reaching[0]
      return starting[ranges.findIndex((range) => range.from <= day && day <= range.to)]
    },
    isLoading: counts === null || states.some(({ status }) => status === 'idle' || status === 'loading'),
    failed: state && failedStore && { state, store: failedStore },
  }
}

/** The ranges of days whose records are read together; none until the counts are known. */
function useRanges(days: readonly Day[], starts: ReadonlyMap<Day, number> | undefined): readonly DayRange[] {
  const [ranges, setRanges] = useState<readonly DayRange[]>(none)
  const next = starts ? keepOrPack(ranges, days, starts) : inSight(ranges, days)
  const kept = JSON.stringify(next) === JSON.stringify(ranges) ? ranges : next
  if (kept !== ranges) setRanges(kept)
  return kept
}

/** Ranges of other days are of no use. */
const inSight = (ranges: readonly DayRange[], days: readonly Day[]) =>
  ranges[0]?.from === days[0] && ranges.at(-1)?.to === days.at(-1) ? ranges : none

/** The former list, if it has the same members. */
function useSameList<Item>(items: readonly Item[]): readonly Item[] {
  const [held, setHeld] = useState(items)
  const isSame = held.length === items.length && held.every((item, at) => item === items[at])
  if (!isSame) setHeld(items)
  return isSame ? held : items
}

const none: readonly DayRange[] = []
