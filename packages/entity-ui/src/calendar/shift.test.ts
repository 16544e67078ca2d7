import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { movedValues, shiftedDays } from './shift.ts'

const field = (fieldname: string, fieldtype: string, read_only: 0 | 1 = 0) =>
  ({ fieldname, fieldtype, read_only }) as FieldMeta
const dates = { start: field('begins', 'Date'), end: field('ends', 'Date') }
const moments = { start: field('begins', 'Datetime'), end: field('ends', 'Datetime') }

test('an entry moves with its end, and each keeps its time of day', () => {
  const record = { id: 'a', begins: '2026-03-26 09:30:00', ends: '2026-03-27 01:00:00' }
  expect(movedValues(record, moments, { start: 2, end: 2 })).toEqual({
    begins: '2026-03-28 09:30:00',
    ends: '2026-03-29 01:00:00',
  })
  expect(movedValues({ id: 'a', begins: '2026-03-26' }, dates, { start: 1, end: 1 })).toEqual({ begins: '2026-03-27' })
})

test('the end moves alone, and never before the start', () => {
  const record = { id: 'a', begins: '2026-05-25', ends: '2026-05-27' }
  expect(movedValues(record, dates, { start: 0, end: 3 })).toEqual({ ends: '2026-05-30' })
  expect(movedValues(record, dates, { start: 0, end: -9 })).toEqual({ ends: '2026-05-25' })
  expect(shiftedDays(record, dates, { start: 0, end: -9 })).toEqual(['2026-05-25', '2026-05-25'])
})

test('a record without an end gets one at the time of its start', () => {
  const end = { start: 0, end: 2 }
  expect(movedValues({ id: 'a', begins: '2026-05-25' }, dates, end)).toEqual({ ends: '2026-05-27' })
  expect(movedValues({ id: 'a', begins: '2026-05-25 08:00:00' }, moments, end)).toEqual({ ends: '2026-05-27 08:00:00' })
  const mixed = { start: dates.start, end: moments.end }
  expect(movedValues({ id: 'a', begins: '2026-05-25' }, mixed, end)).toEqual({ ends: '2026-05-27 00:00:00' })
})

test('an end that may not be changed stays', () => {
  const fixed = { start: dates.start, end: field('ends', 'Date', 1) }
  const record = { id: 'a', begins: '2026-05-25', ends: '2026-05-27' }
  expect(movedValues(record, fixed, { start: 1, end: 1 })).toEqual({ begins: '2026-05-26' })
})
