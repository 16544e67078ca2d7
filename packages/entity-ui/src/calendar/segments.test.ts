import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { weekDays } from './days.ts'
import { entryOf, inOrder, planWeek } from './segments.ts'

const field = (fieldname: string, fieldtype: string) => ({ fieldname, fieldtype }) as FieldMeta
const fields = { start: field('begins', 'Date'), end: field('ends', 'Date') }
const days = weekDays('2026-05-24')

const record = (id: string, begins: string | null, ends: string | null = null): EntityRecord => ({ id, begins, ends })
const plan = (records: readonly EntityRecord[], slots: number, counts: Record<string, number> = {}) =>
  planWeek(
    days,
    inOrder(
      records.flatMap((one) => entryOf(one, fields) ?? []),
      fields,
    ),
    slots,
    new Map(Object.entries(counts)),
  )
/** Each part as `id`, row and number of days. */
const drawn = (records: readonly EntityRecord[], slots = 4) =>
  plan(records, slots).flatMap(({ day, segments }) =>
    segments.map(({ entry, slot, length }) => `${day.slice(8)} ${entry.record.id} ${slot} ${length}`),
  )

test('a record stands from its start to its end, and on one day without a fitting one', () => {
  const of = (one: EntityRecord) => {
    const entry = entryOf(one, fields)
    return entry && [entry.first, entry.last]
  }
  expect(of(record('a', '2026-05-27', '2026-05-29'))).toEqual(['2026-05-27', '2026-05-29'])
  expect(of(record('a', '2026-05-27', '2026-05-20'))).toEqual(['2026-05-27', '2026-05-27'])
  expect(of(record('a', '2026-05-27'))).toEqual(['2026-05-27', '2026-05-27'])
  expect(of(record('a', null, '2026-05-27'))).toBeNull()
  expect(entryOf(record('a', '2026-05-27', '2026-05-29'), { start: fields.start, end: undefined })?.last).toBe(
    '2026-05-27',
  )
})

test('overlapping entries lie in rows of their own, the longest on top, and free rows are used again', () => {
  const records = [
    record('short', '2026-05-25'),
    record('long', '2026-05-25', '2026-05-28'),
    record('second', '2026-05-26', '2026-05-27'),
    record('later', '2026-05-29'),
  ]
  expect(drawn(records)).toEqual(['25 long 0 4', '25 short 1 1', '26 second 1 2', '29 later 0 1'])
})

test('an entry is cut at the ends of the week', () => {
  const [first, last] = [record('in', '2026-05-20', '2026-05-25'), record('out', '2026-05-29', '2026-06-09')]
  expect(drawn([first, last])).toEqual(['24 in 0 2', '29 out 0 2'])
  const [, segments] = [0, plan([first, last], 4).flatMap((one) => one.segments)]
  expect(segments.map(({ isStart, isEnd }) => [isStart, isEnd])).toEqual([
    [false, true],
    [true, false],
  ])
})

test('a crowded day leaves its last row to the number of the others', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => record(id, '2026-05-25'))
  const [, monday] = plan(five, 4)
  expect(monday?.segments.map(({ entry }) => entry.record.id)).toEqual(['a', 'b', 'c'])
  expect(monday?.hidden).toBe(2)
  const [, full] = plan(five.slice(0, 4), 4)
  expect([full?.segments.length, full?.hidden]).toEqual([4, 0])
})

test('an entry that one of its days has no room for is counted on each of them', () => {
  const crowd = ['a', 'b', 'c', 'd'].map((id) => record(id, '2026-05-25', '2026-05-26'))
  const [, monday, tuesday, wednesday] = plan([...crowd, record('e', '2026-05-26', '2026-05-27')], 4)
  expect([monday?.hidden, tuesday?.hidden, wednesday?.hidden]).toEqual([1, 2, 1])
})

test('records that were not read are counted by the numbers of the server', () => {
  const [, monday] = plan([record('a', '2026-05-25')], 4, { '2026-05-25': 333 })
  expect([monday?.segments.length, monday?.hidden]).toEqual([1, 332])
})

test('moments of a day stand in the order of their time', () => {
  const moments = { start: field('at', 'Datetime'), end: undefined }
  const entries = [
    { id: 'b', at: '2026-05-25 14:00:00' },
    { id: 'a', at: '2026-05-25 09:30:00' },
  ].flatMap((one) => entryOf(one, moments) ?? [])
  expect(inOrder(entries, moments).map(({ record: { id } }) => id)).toEqual(['a', 'b'])
})
