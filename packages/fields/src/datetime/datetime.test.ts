import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import datetime from './datetime.server.ts'

const parse = (value: unknown) =>
  datetime.parse(value, { fieldname: 'at', label: 'Time', fieldtype: 'Datetime', options: null }, israel)

test.each([
  ['2026-01-05 10:00:01.123456', '2026-01-05 10:00:01.123456'],
  ['2026-01-05T10:00', '2026-01-05 10:00:00.000000'],
  ['2026-01-05', '2026-01-05 00:00:00.000000'],
  ['2026-01-05 10:00:01.5', '2026-01-05 10:00:01.500000'],
  ['2026-01-05 10:00:01.1234567', '2026-01-05 10:00:01.123456'],
])('%s is a wall-clock text of the site', (value, stored) => {
  expect(parse(value)).toEqual({ value: stored })
})

test.each([
  ['2026-01-05T10:00:00Z', '2026-01-05 12:00:00.000000'],
  ['2026-07-05T10:00:00.25z', '2026-07-05 13:00:00.250000'],
  ['2026-01-05 10:00:00-0500', '2026-01-05 17:00:00.000000'],
  ['2026-01-05 10:00:00 +02', '2026-01-05 10:00:00.000000'],
  ['2026-10-24T23:30:00Z', '2026-10-25 01:30:00.000000'],
])('%s is converted to the wall clock', (value, stored) => {
  expect(parse(value)).toEqual({ value: stored })
})

test.each(['2026-02-30 10:00', '2100-02-29', '0000-01-01', '2026-01-05 10:60', '9999-12-31T23:30:00Z', '2026-1-5'])(
  '%s is refused',
  (value) => {
    expect(parse(value)).toEqual({ problem: { text: '{0} is not a valid date', args: [{ translate: 'Time' }] } })
  },
)
