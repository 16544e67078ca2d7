import { CalendarDate, CalendarDateTime, parseDate, parseDateTime, parseTime, type Time } from '@internationalized/date'

/** Reads `YYYY-MM-DD`; null for anything else. */
export const readDate = (text: string | null): CalendarDate | null =>
  attempt(text, (value) => parseDate(value.slice(0, 10)))

/**
 * Reads wall-clock text, `YYYY-MM-DD HH:mm:ss`; a fraction of a second is trimmed (reference: screens, Field inputs).
 */
export const readDateTime = (text: string | null): CalendarDateTime | null =>
  attempt(text, (value) => parseDateTime(value.trim().slice(0, 19).replace(' ', 'T')))

/** Reads `HH:mm:ss`. */
export const readTime = (text: string | null): Time | null => attempt(text, (value) => parseTime(value.slice(0, 8)))

export const writeDate = (date: CalendarDate): string => date.toString()

export const writeDateTime = (date: CalendarDateTime): string =>
  `${new CalendarDate(date.year, date.month, date.day).toString()} ${clock(date)}`

export const writeTime = (time: Time): string => clock(time)

/** The same day at the time of `from`, or at midnight. */
export const withTime = (date: CalendarDate, from: CalendarDateTime | null): CalendarDateTime =>
  new CalendarDateTime(date.year, date.month, date.day, from?.hour, from?.minute, from?.second)

const two = (part: number) => String(part).padStart(2, '0')
const clock = ({ hour, minute, second }: { hour: number; minute: number; second: number }) =>
  `${two(hour)}:${two(minute)}:${two(second)}`

function attempt<Parsed>(text: string | null, parse: (text: string) => Parsed): Parsed | null {
  if (!text) return null
  try {
    return parse(text)
  } catch {
    return null
  }
}
