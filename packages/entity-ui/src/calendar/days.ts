import type { SessionInfo } from '@tavla/contract'
import { wallMilliseconds } from '@tavla/i18n'

/**
 * A day as `YYYY-MM-DD`. Moments are wall-clock texts of the site (reference: metadata, Values), so their day is their
 * beginning, and no change of summer time shortens one here.
 */
export type Day = string

export type WeekStart = SessionInfo['week_start']

const length = 86_400_000

/** The day of a Date or Datetime; null for anything else. */
export function dayOf(value: unknown): Day | null {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return Number.isNaN(wallMilliseconds(day)) || day.length < 10 ? null : day
}

/** The day some days later, within the years that a date can have. */
export function addDays(day: Day, days: number): Day {
  const at = Math.min(Math.max(wallMilliseconds(day) + days * length, firstMoment), lastMoment)
  return new Date(at).toISOString().slice(0, 10)
}

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((wallMilliseconds(to) - wallMilliseconds(from)) / length)

/** The same day of another month, or its last one where that month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 1, month = 1, date = 1] = day.split('-').map(Number)
  const at = Math.min(Math.max(year * 12 + month - 1 + months, 12), 9999 * 12 + 11)
  const first = dayText(Math.floor(at / 12), (at % 12) + 1, 1)
  return addDays(first, Math.min(date, daysIn(first)) - 1)
}

/** A Date or Datetime some days later, at the same time of day. */
export function moveValue(value: unknown, days: number): unknown {
  const day = dayOf(value)
  return day === null || typeof value !== 'string' ? value : addDays(day, days) + value.slice(10)
}

export const monthBegin = (day: Day): Day => `${day.slice(0, 7)}-01`

export const monthEnd = (day: Day): Day => addDays(monthBegin(day), daysIn(day) - 1)

/** The first day of the week in which a day lies. */
export function weekBegin(day: Day, start: WeekStart): Day {
  const weekday = new Date(wallMilliseconds(day)).getUTCDay()
  return addDays(day, -((weekday - firstDays[start] + 7) % 7))
}

/** The weeks that a month touches, each of seven days. */
export function monthWeeks(day: Day, start: WeekStart): Day[][] {
  const last = monthEnd(day)
  const weeks: Day[][] = []
  for (let begin = weekBegin(monthBegin(day), start); begin <= last && weeks.length < 6; begin = addDays(begin, 7)) {
    weeks.push(weekDays(begin))
  }
  return weeks
}

/** Seven days from a day on. */
export const weekDays = (begin: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(begin, index))

const firstDays: Readonly<Record<WeekStart, number>> = { Sunday: 0, Monday: 1, Saturday: 6 }

const firstMoment = wallMilliseconds('0001-01-01')
const lastMoment = wallMilliseconds('9999-12-31')

const dayText = (year: number, month: number, date: number): Day =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')

function daysIn(day: Day): number {
  const [year = 1, month = 1] = day.split('-').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}
