import { expect, test } from 'vitest'
import { weekDays } from './days.ts'
import { crowdedRows, dayCounts, keepOrPack, packDays, rowsOf } from './ranges.ts'

const days = weekDays('2026-05-24')
const starts = (...counts: number[]) => new Map(days.map((day, at) => [day, counts[at] ?? 0]))

test('groups by start and end are counted on each of their days', () => {
  const counts = dayCounts(days, [
    { key: ['2026-05-20', '2026-05-25'], titles: [], count: 2 },
    { key: ['2026-05-25', null], titles: [], count: 3 },
    { key: ['2026-05-29', '2026-06-10'], titles: [], count: 1 },
    { key: ['2026-05-26', '2026-05-01'], titles: [], count: 4 },
    { key: [null, null], titles: [], count: 9 },
  ])
  expect(days.map((day) => counts.all.get(day) ?? 0)).toEqual([2, 5, 4, 0, 0, 1, 1])
  expect(days.map((day) => counts.starts.get(day) ?? 0)).toEqual([0, 3, 4, 0, 0, 1, 0])
})

test('a few records are read at once, and a crowded day by itself, with its first rows', () => {
  expect(packDays(days, starts(1, 2, 3))).toEqual([{ from: days[0], to: days[6] }])
  const crowded = starts(10, 10, 333, 10, 10, 10, 10)
  const ranges = packDays(days, crowded)
  expect(ranges.map(({ from, to }) => [from.slice(8), to.slice(8)])).toEqual([
    ['24', '25'],
    ['26', '26'],
    ['27', '30'],
  ])
  expect(ranges.map((range) => rowsOf(range, crowded))).toEqual([500, crowdedRows, 500])
})

test('ranges stay while they do, and are packed anew after a great change', () => {
  const few = packDays(days, starts(1, 2, 3))
  expect(keepOrPack(few, days, starts(100, 100, 100))).toBe(few)
  expect(keepOrPack(few, days, starts(300, 300, 300))).toHaveLength(4)
  const many = packDays(days, starts(300, 300, 300, 300, 300, 300, 300))
  expect(keepOrPack(many, days, starts(1, 1))).toEqual(few)
  const next = weekDays('2026-05-31')
  expect(keepOrPack(few, next, new Map())).toEqual([{ from: next[0], to: next[6] }])
})
