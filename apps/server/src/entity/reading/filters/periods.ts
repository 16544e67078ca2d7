import { utcTextOf } from '../../../ground/utc-text.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Operator } from '../operators.ts'

/** A condition on one side of today, or between two moments, both included. */
export type PeriodCondition =
  | { operator: Extract<Operator, '<' | '>'>; values: readonly [string] }
  | { operator: 'between'; values: readonly [string, string] }

/** The longest period of `last_{n}_days` and `next_{n}_days`. */
const maxDays = 3_650

const firstDays = { Sunday: 7, Monday: 1, Saturday: 6 } as const

/**
 * The condition that a named period is today, in stored form (reference: http-api, Periods): in the site's time zone,
 * with weeks that begin as its settings say. Undefined for a name that is no period.
 */
export function periodOf(engine: Engine, field: Field, name: unknown): PeriodCondition | undefined {
  if (typeof name !== 'string') return undefined
  const now = engine.clock.nowWall()
  const today = Temporal.PlainDate.from(now.slice(0, 10))
  if (name === 'past' || name === 'future') {
    const operator = name === 'past' ? '<' : '>'
    return { operator, values: [field.kind === 'date' ? now.slice(0, 10) : inStore(engine, field, now, 'earlier')] }
  }
  const days = daysOf(name, today, firstDays[engine.settings.week_start])
  if (!days) return undefined
  const [first, last] = days
  if (field.kind === 'date') return { operator: 'between', values: [textOf(first), textOf(last)] }
  const begin = inStore(engine, field, `${textOf(first)} 00:00:00.000000`, 'earlier')
  const end = inStore(engine, field, `${textOf(last)} 23:59:59.999999`, 'later')
  return { operator: 'between', values: [begin, end] }
}

type Days = readonly [first: Temporal.PlainDate, last: Temporal.PlainDate]

function daysOf(name: string, today: Temporal.PlainDate, firstDay: number): Days | undefined {
  const [, side, count] = /^(last|next)_(\d{1,4})_days$/.exec(name) ?? []
  if (side) {
    const days = Number(count)
    if (days < 1 || days > maxDays) return undefined
    return side === 'last' ? [today.subtract({ days: days - 1 }), today] : [today, today.add({ days: days - 1 })]
  }
  const day = { today: 0, yesterday: -1, tomorrow: 1 }[name]
  if (day !== undefined) return [today.add({ days: day }), today.add({ days: day })]
  const [, which, unit] = /^(this|last|next)_(week|month|quarter|year)$/.exec(name) ?? []
  if (!which || !unit) return undefined
  const step = { this: 0, last: -1, next: 1 }[which] as number
  const begin = beginOf(unit, today, firstDay)
  const first = begin.add(timesUnit(unit, step))
  return [first, first.add(timesUnit(unit, 1)).subtract({ days: 1 })]
}

/** The first day of the week, month, quarter or year around `day`. */
function beginOf(unit: string, day: Temporal.PlainDate, firstDay: number): Temporal.PlainDate {
  if (unit === 'week') return weekBeginOn(firstDay, day)
  const month = unit === 'month' ? day.month : unit === 'quarter' ? day.month - ((day.month - 1) % 3) : 1
  return day.with({ month, day: 1 })
}

const weekBeginOn = (firstDay: number, day: Temporal.PlainDate) =>
  day.subtract({ days: (day.dayOfWeek - firstDay + 7) % 7 })

/** The first day of the week around `day`, as the site's settings have it. */
export const weekBegin = (engine: Engine, day: Temporal.PlainDate): Temporal.PlainDate =>
  weekBeginOn(firstDays[engine.settings.week_start], day)

function timesUnit(unit: string, count: number): Temporal.DurationLike {
  if (unit === 'week') return { weeks: count }
  if (unit === 'year') return { years: count }
  return { months: unit === 'quarter' ? 3 * count : count }
}

/** System times are stored in UTC, all others as they were entered. */
function inStore(engine: Engine, field: Field, wall: string, edge: 'earlier' | 'later'): string {
  return field.clock ? engine.clock.toUtc(wall, edge) : wall
}

/** Stored dates have four digits for the year, also beyond them. */
function textOf(day: Temporal.PlainDate): string {
  if (day.year > 9999) return '9999-12-31'
  return day.year < 1 ? '0001-01-01' : utcTextOf(day.toString())
}
