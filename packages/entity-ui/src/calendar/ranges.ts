import { limits, type SummaryGroup } from '@tavla/contract'
import { addDays, type Day } from './days.ts'

/** Days whose records are read together. */
export interface DayRange {
  from: Day
  to: Day
}

/** The records that are read of a day which has more than one read may bring. */
export const crowdedRows = 30
/** The records up to which days are read together; until a range has as many as one read may bring, it stays. */
const togetherRows = 200

/** How many records begin on each day, and how many stand on it. */
export interface DayCounts {
  starts: ReadonlyMap<Day, number>
  all: ReadonlyMap<Day, number>
}

/** Counts by day of groups by the day of the start, or by the days of start and end. */
export function dayCounts(days: readonly Day[], groups: readonly SummaryGroup[]): DayCounts {
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const [starts, all] = [new Map<Day, number>(), new Map<Day, number>()]
  for (const { key, count } of groups) {
    const [first, last] = key
    if (typeof first !== 'string' || first > end) continue
    if (first >= begin) starts.set(first, (starts.get(first) ?? 0) + count)
    const until = typeof last === 'string' && last > first ? last : first
    for (let day = first < begin ? begin : first; day <= until && day <= end; day = addDays(day, 1)) {
      all.set(day, (all.get(day) ?? 0) + count)
    }
  }
  return { starts, all }
}

/** Joins days that follow each other while they have few records; a crowded day is read by itself. */
export function packDays(days: readonly Day[], starts: ReadonlyMap<Day, number>): DayRange[] {
  const ranges: DayRange[] = []
  let rows = 0
  for (const day of days) {
    const count = starts.get(day) ?? 0
    const former = ranges.at(-1)
    if (former && rows + count <= togetherRows) {
      former.to = day
      rows += count
    } else {
      ranges.push({ from: day, to: day })
      rows = count
    }
  }
  return ranges
}

/** The former ranges while they still do, so that a change of some records reads none of the others again. */
export function keepOrPack(
  former: readonly DayRange[],
  days: readonly Day[],
  starts: ReadonlyMap<Day, number>,
): readonly DayRange[] {
  const packed = packDays(days, starts)
  const isSame = former[0]?.from === days[0] && former.at(-1)?.to === days.at(-1)
  const fits = ({ from, to }: DayRange) => from === to || countIn({ from, to }, starts) <= limits.pageCap
  return isSame && former.every(fits) && former.length <= 2 * packed.length ? former : packed
}

/** How many rows of a range are read. */
export const rowsOf = (range: DayRange, starts: ReadonlyMap<Day, number>): number =>
  range.from === range.to && countIn(range, starts) > togetherRows ? crowdedRows : limits.pageCap

const countIn = ({ from, to }: DayRange, starts: ReadonlyMap<Day, number>): number => {
  let count = 0
  for (const [day, number] of starts) if (day >= from && day <= to) count += number
  return count
}
