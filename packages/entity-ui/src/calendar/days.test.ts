import { expect, test } from 'vitest'
import { addDays, addMonths, dayOf, daysBetween, monthEnd, monthWeeks, moveValue, weekBegin } from './days.ts'

test('a day is the beginning of a date or of a moment, and nothing else', () => {
  expect(dayOf('2026-05-27')).toBe('2026-05-27')
  expect(dayOf('2026-05-27 23:59:59.999999')).toBe('2026-05-27')
  for (const value of [null, undefined, '', 20260527, '2026-05', '2026-02-30', 'soon']) expect(dayOf(value)).toBeNull()
})

test('days are counted over months, leap years and changes of summer time alike', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  // In Israel this Friday has 23 hours, and that Sunday 25.
  expect(addDays('2026-03-26', 2)).toBe('2026-03-28')
  expect(daysBetween('2026-03-26', '2026-03-28')).toBe(2)
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
  expect(addDays('9999-12-31', 5)).toBe('9999-12-31')
  expect(addDays('0001-01-01', -5)).toBe('0001-01-01')
})

test('a moment that moves keeps its time of day, also over a change of summer time', () => {
  expect(moveValue('2026-03-26 02:30:00.000000', 1)).toBe('2026-03-27 02:30:00.000000')
  expect(moveValue('2026-10-24 23:15:00', 1)).toBe('2026-10-25 23:15:00')
  expect(moveValue('2026-05-27', -27)).toBe('2026-04-30')
  expect(moveValue(null, 3)).toBeNull()
})

test('another month has the same day, or its last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('0001-01-15', -1)).toBe('0001-01-15')
  expect(monthEnd('2028-02-10')).toBe('2028-02-29')
})

test('a week begins by the setting of the site', () => {
  expect(weekBegin('2026-05-27', 'Sunday')).toBe('2026-05-24')
  expect(weekBegin('2026-05-27', 'Monday')).toBe('2026-05-25')
  expect(weekBegin('2026-05-27', 'Saturday')).toBe('2026-05-23')
  expect(weekBegin('2026-05-24', 'Sunday')).toBe('2026-05-24')
})

test('a month has the weeks that it touches', () => {
  expect(monthWeeks('2026-02-10', 'Sunday').map((days) => [days[0], days[6]])).toEqual([
    ['2026-02-01', '2026-02-07'],
    ['2026-02-08', '2026-02-14'],
    ['2026-02-15', '2026-02-21'],
    ['2026-02-22', '2026-02-28'],
  ])
  const may = monthWeeks('2026-05-27', 'Sunday')
  expect(may).toHaveLength(6)
  expect([may[0]?.[0], may.at(-1)?.at(-1)]).toEqual(['2026-04-26', '2026-06-06'])
})
