import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'
import { formatRelative } from './relative.ts'
import {
  formatDate,
  formatDateTime,
  formatDateTimeWithin,
  formatMoment,
  formatTime,
  instantOf,
  wallClock,
  wallMilliseconds,
} from './wall-clock.ts'

const now = '2026-03-27 10:00:00.000000'

test.each([
  ['2024-03-27 10:00:00.000000', '2 years ago', 'לפני שנתיים'],
  ['2025-03-27 10:00:00', '1 year ago', 'לפני שנה'],
  ['2021-01-01', '5 years ago', 'לפני 5 שנים'],
  ['2025-03-27 10:00:01', '11 months ago', 'לפני 11 חודשים'],
  ['2026-01-27 10:00:00', '2 months ago', 'לפני חודשיים'],
  ['2026-02-27 10:00:00', '1 month ago', 'לפני חודש'],
  ['2026-02-27 10:00:00.001000', '3 weeks ago', 'לפני 3 שבועות'],
  ['2026-03-13 10:00:00', '2 weeks ago', 'לפני שבועיים'],
  ['2026-03-20 10:00:00', '1 week ago', 'לפני שבוע'],
  ['2026-03-25 09:59:59', '2 days ago', 'לפני יומיים'],
  ['2026-03-26 10:00:00', '1 day ago', 'לפני יום'],
  ['2026-03-24 09:00:00', '3 days ago', 'לפני 3 ימים'],
  ['2026-03-26 10:00:01', '23 hours ago', 'לפני 23 שעות'],
  ['2026-03-27 08:00:00', '2 hours ago', 'לפני שעתיים'],
  ['2026-03-27 09:58:00', '2 minutes ago', 'לפני שתי דקות'],
  ['2026-03-27 09:59:00', '1 minute ago', 'לפני דקה'],
  ['2026-03-27 09:59:58', '2 seconds ago', 'לפני שתי שניות'],
  ['2026-03-27 09:59:59', '1 second ago', 'לפני שנייה'],
  ['2026-03-27 10:00:00.400000', 'just now', 'ממש עכשיו'],
  ['2026-03-27 10:00:01', 'just now', 'ממש עכשיו'],
  ['2026-03-27 10:00:10', 'just now', 'ממש עכשיו'],
  ['2026-03-27 10:00:11', 'in 11 seconds', 'בעוד 11 שניות'],
  ['2026-03-27T11:00:00', 'in 1 hour', 'בעוד שעה'],
  ['2026-03-27 10:45:00', 'in 45 minutes', 'בעוד 45 דקות'],
  ['2026-04-30 10:00:00', 'in 1 month', 'בעוד חודש'],
  ['2028-03-27 10:00:00', 'in 2 years', 'בעוד שנתיים'],
])('%s is %s', (text, english, hebrew) => {
  expect(formatRelative(text, now, 'en')).toBe(english)
  expect(formatRelative(text, now, 'he')).toBe(hebrew)
})

test('a day on which the clock changes still has 24 hours on the wall clock', () => {
  // In Jerusalem the clock went forward that night.
  expect(formatRelative('2026-03-26 10:00:00', now, 'en')).toBe('1 day ago')
})

test('a text that is no datetime comes back unchanged', () => {
  for (const text of ['', 'tomorrow', '2026-02-30', '27/03/2026']) {
    expect(formatRelative(text, now, 'en')).toBe(text)
    expect(formatDate(text, 'en')).toBe(text)
    expect(formatDateTime(text, now, 'he')).toBe(text)
    expect(formatTime(text, 'he')).toBe(text)
  }
})

test.each([
  ['2026-03-27 00:00:00.000000', 'Today at 00:00', 'היום ב-00:00'],
  ['2026-03-27 23:59:59', 'Today at 23:59', 'היום ב-23:59'],
  ['2026-03-26 08:05:00', 'Yesterday at 08:05', 'אתמול ב-08:05'],
  ['2026-03-25 23:59:00', '25 Mar 2026, 23:59', '25 במרץ 2026, 23:59'],
  ['2026-03-28 00:00:00', '28 Mar 2026, 00:00', '28 במרץ 2026, 00:00'],
  ['0099-01-02 03:04:05', '2 Jan 99, 03:04', '2 בינו׳ 99, 03:04'],
])('a list shows %s as %s', (text, english, hebrew) => {
  expect(formatDateTime(text, now, 'en')).toBe(english)
  expect(formatDateTime(text, now, 'he')).toBe(hebrew)
  const phrase = (source: string, args: readonly string[] = []) => source.replace('{0}', args[0] ?? '')
  expect(formatDateTimeWithin(text, now, 'en', phrase)).toBe(english.replace('Today', 'today').replace('Yest', 'yest'))
})

test('a time to the second shows its seconds if they are not 0', () => {
  const shown = (text: string, language: string) => formatDateTime(text, now, language, undefined, 'seconds')
  expect(shown('2026-03-27 10:30:07.250000', 'en')).toBe('Today at 10:30:07')
  expect(shown('2026-03-26 10:30:07', 'he')).toBe('אתמול ב-10:30:07')
  expect(shown('2026-03-25 10:30:07', 'en')).toBe('25 Mar 2026, 10:30:07')
  expect(shown('2026-03-25 10:30:07', 'he')).toBe('25 במרץ 2026, 10:30:07')
  expect(shown('2026-03-25 10:30:00.250000', 'en')).toBe('25 Mar 2026, 10:30')
  expect(formatTime('09:05:30', 'he', 'seconds')).toBe('09:05:30')
  expect(formatTime('09:05:00', 'en', 'seconds')).toBe('09:05')
})

test('a date names its month, and leaves out the year that goes without saying', () => {
  expect(formatDate('1998-05-06', 'en')).toBe('6 May 1998')
  expect(formatDate('1998-12-12', 'en', '2026')).toBe('12 Dec 1998')
  expect(formatDate('2026-05-06', 'en', '2026')).toBe('6 May')
  expect(formatDate('1998-05-06', 'he')).toBe('6 במאי 1998')
  expect(formatDate('2026-05-06', 'he', '2026')).toBe('6 במאי')
  expect(formatMoment('1998-05-06 14:05:30', 'en')).toBe('6 May 1998, 14:05')
  expect(formatDateTime('2026-05-06 14:05:30', now, 'he', undefined, 'minutes', '2026')).toBe('6 במאי, 14:05')
  expect(formatTime('09:05:30', 'he')).toBe('09:05')
})

test('the fraction counts to the millisecond', () => {
  expect(wallMilliseconds('1970-01-01 00:00:01.500000')).toBe(1500)
})

test("now is the site's wall-clock time in any time zone of the machine", () => {
  const instant = new Date('2026-07-01T21:30:15.250Z')
  expect(wallClock(instant, 'Asia/Jerusalem')).toBe('2026-07-02 00:30:15.250000')
  expect(wallClock(instant, 'America/New_York')).toBe('2026-07-01 17:30:15.250000')
})

test.each([
  [93784, '1d 2h 3m 4s', '1 י׳ 2 ש׳ 3 דק׳ 4 שנ׳'],
  [0, '0s', '0 שנ׳'],
  [60, '1m', '1 דק׳'],
  [3601, '1h 1s', '1 ש׳ 1 שנ׳'],
  [-300, '-5m', '-5 דק׳'],
  [Number.NaN, '0s', '0 שנ׳'],
])('%d seconds read %s', (seconds, english, hebrew) => {
  expect(formatDuration(seconds, 'en')).toBe(english)
  expect(formatDuration(seconds, 'he')).toBe(hebrew)
})

test.each([
  '2026-01-15 08:00:00',
  '2026-07-15 08:00:00',
  '2026-03-27 01:30:00',
  '2026-03-27 03:30:00',
  '2026-10-25 00:30:00',
  '2026-10-25 02:30:00',
])('a wall-clock time of the site is one instant, before and after summer time: %s', (wall) => {
  for (const zone of ['Asia/Jerusalem', 'UTC', 'America/New_York', 'Asia/Kolkata']) {
    expect(wallClock(instantOf(wall, zone), zone).slice(0, 19)).toBe(wall)
  }
})
