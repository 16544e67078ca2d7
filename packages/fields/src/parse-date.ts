import { toText } from './parse-text.ts'
import { refuse } from './problems.ts'
import type { FieldRule, ParseContext, ParseResult } from './types.ts'

/**
 * Parses text into the stored text of a date, a time or a datetime; blank is null, and undefined from `read` means
 * refused (reference: http-api, Coercion and checks).
 */
export function parseMoment(value: unknown, field: FieldRule, read: (text: string) => string | undefined): ParseResult {
  const text = toText(value)?.trim()
  if (text === '') return { value: null }
  const stored = text === undefined || text.length > maxLength ? undefined : read(text)
  return stored === undefined ? refuse(field, '{0} is not a valid date') : { value: stored }
}

/** `YYYY-MM-DD` of the calendar, years 0001 to 9999. A time of zero, as date libraries append it, may follow. */
export function readDate(text: string): string | undefined {
  const parts = moment.exec(text)?.groups
  if (!parts || parts.zone !== undefined || !isMidnight(parts)) return undefined
  return calendarDate(parts)
}

/** `HH:mm:ss`; seconds are optional and their fraction is dropped. */
export function readTime(text: string): string | undefined {
  const parts = timeOfDay.exec(text)?.groups
  return parts && clockTime(parts)
}

/**
 * `YYYY-MM-DD HH:mm:ss.ffffff` in the site's wall clock (reference: metadata, Values). Accepts `T`, and adds a missing
 * fraction, seconds or time; converts a text with an offset or `Z`.
 */
export function readDatetime(text: string, context: ParseContext): string | undefined {
  const parts = moment.exec(text)?.groups
  if (!parts) return undefined
  const date = calendarDate(parts)
  const time = clockTime(parts)
  if (!date || !time) return undefined
  const fraction = (parts.fraction ?? '').slice(0, 6).padEnd(6, '0')
  if (parts.zone === undefined) return `${date} ${time}.${fraction}`
  const offset = readOffset(parts.zone)
  const wall = offset && context.toWallClock(`${date}T${time}.${fraction}${offset}`)
  // Near the first and last year an offset can leave the calendar.
  return wall && wallClock.test(wall) ? wall : undefined
}

const maxLength = 40
const clock = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,12}))?)?`
const day = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`
const moment = new RegExp(`^${day}(?:[T ]${clock}(?: ?(?<zone>Z|[+-]\\d\\d(?::?\\d\\d)?))?)?$`, 'i')
const timeOfDay = new RegExp(`^${clock}$`)
const wallClock = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/

type Parts = Record<string, string | undefined>

function isMidnight(parts: Parts): boolean {
  return !/[1-9]/.test(`${parts.hour ?? ''}${parts.minute ?? ''}${parts.second ?? ''}${parts.fraction ?? ''}`)
}

function calendarDate(parts: Parts): string | undefined {
  const year = Number(parts.year)
  const month = Number(parts.month)
  const dayOfMonth = Number(parts.day)
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month)) return undefined
  return `${parts.year}-${parts.month}-${parts.day}`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function clockTime({ hour = '00', minute = '00', second = '00' }: Parts): string | undefined {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 ? `${hour}:${minute}:${second}` : undefined
}

function readOffset(zone: string): string | undefined {
  if (zone === 'Z' || zone === 'z') return 'Z'
  const hours = zone.slice(1, 3)
  const minutes = zone.slice(3).replace(':', '') || '00'
  return Number(hours) < 24 && Number(minutes) < 60 ? `${zone[0]}${hours}:${minutes}` : undefined
}
