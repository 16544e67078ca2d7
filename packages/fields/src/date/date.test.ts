import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import date from './date.server.ts'

const parse = (value: unknown) =>
  date.parse(value, { fieldname: 'due', label: 'Due', fieldtype: 'Date', options: null }, israel)

test('only days of the calendar are dates', () => {
  const real = ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-04-30']
  expect(real.map(parse)).toEqual(real.map((value) => ({ value })))
  const unreal = ['2023-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '10000-01-01']
  for (const value of unreal) expect(parse(value)).toHaveProperty('problem')
})

test('a time of zero is dropped; any other time would be lost and is refused', () => {
  expect(parse('2026-01-05 00:00:00.000000')).toEqual({ value: '2026-01-05' })
  expect(parse('2026-01-05 10:00:00')).toHaveProperty('problem')
  expect(parse('2026-01-05T00:00:00Z')).toHaveProperty('problem')
})
