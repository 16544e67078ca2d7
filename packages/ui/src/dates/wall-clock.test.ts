import { expect, test } from 'vitest'
import { readDate, readDateTime, readTime, withTime, writeDate, writeDateTime, writeTime } from './wall-clock.ts'

const back = <Part>(part: Part | null, write: (part: Part) => string) => (part === null ? null : write(part))

test('a date and time comes back without its fraction', () => {
  expect(back(readDateTime('2026-01-05 09:07:03.123456'), writeDateTime)).toBe('2026-01-05 09:07:03')
  expect(back(readDateTime('0987-11-30T23:59:59'), writeDateTime)).toBe('0987-11-30 23:59:59')
})

test('dates and times of day come back as they are', () => {
  expect(back(readDate('2026-02-28'), writeDate)).toBe('2026-02-28')
  expect(back(readTime('07:05:00'), writeTime)).toBe('07:05:00')
})

test('a text that is no date gives null', () => {
  expect(readDate('2026-02-31x')).toBeNull()
  expect(readDateTime('soon')).toBeNull()
  expect(readDate('')).toBeNull()
})

test('choosing another day keeps the time', () => {
  const day = readDate('2026-03-01')
  expect(day && writeDateTime(withTime(day, readDateTime('2026-01-05 09:07:03')))).toBe('2026-03-01 09:07:03')
  expect(day && writeDateTime(withTime(day, null))).toBe('2026-03-01 00:00:00')
})
