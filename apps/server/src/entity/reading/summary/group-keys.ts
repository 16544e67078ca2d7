import { invalid, limits } from '@tavla/contract'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import { column } from '../../tables/plan.ts'
import { weekBegin } from '../filters/periods.ts'
import type { FieldFinder } from '../filters.ts'
import { presentValue } from '../present.ts'

const units = ['day', 'week', 'month', 'quarter', 'year'] as const
type Unit = (typeof units)[number]

/** A field by whose values, or by whose periods, records are counted together. */
export interface GroupKey {
  field: Field
  unit: Unit | undefined
}

/** Reads `field` or `field:unit`, one or two with a comma (reference: http-api, Sums and groups). @throws Problem 417 */
export function parseGroupBy(nameable: FieldFinder, groupBy: unknown): GroupKey[] {
  if (groupBy === undefined || groupBy === null || groupBy === '') return []
  const refuse = () => invalid('The filter value for {0} is not valid', ['group_by'], 'InvalidFilterError')
  if (typeof groupBy !== 'string' || groupBy.length > 500) throw refuse()
  const keys = groupBy.split(',').map((part): GroupKey => {
    const [name = '', unit, ...more] = part.trim().split(':')
    const field = nameable(name)
    if (!field) throw invalid('Unknown field: {0}', [name], 'InvalidFilterError')
    const isDay = field.kind === 'date' || field.kind === 'datetime'
    const isUnit = unit === undefined || (isDay && units.includes(unit as Unit))
    if (!isUnit || more.length > 0 || !isGrouped(field)) throw refuse()
    return { field, unit: (unit as Unit | undefined) ?? (field.kind === 'datetime' ? 'day' : undefined) }
  })
  if (keys.length > 2) throw refuse()
  return keys
}

/** Long texts, files and what is no single value have as many values as records. */
export function isGrouped({ kind, type }: Field): boolean {
  if (kind === 'text') return (type.length ?? 0) <= limits.dataLength
  return kind !== 'longtext' && kind !== 'json' && kind !== 'secret' && kind !== 'table'
}

/**
 * The expression by which SQL groups: the value itself, the day of a date, and the quarter of an hour of a system time, since the zones
 * of the world differ by quarters of an hour.
 */
export function keySql({ field, unit }: GroupKey): Sql<unknown> {
  const value = column(field.column)
  if (!unit) return value
  if (!field.clock) return sql`substr(${value}, 1, 10)`
  return sql`substr(${value}, 1, 14) || (cast(substr(${value}, 15, 2) as integer) / 15)`
}

/** True when several keys of SQL are one key of the answer. */
export const isFolded = ({ field, unit }: GroupKey): boolean => unit !== undefined && (unit !== 'day' || field.clock)

/** The key of the answer: the wire value, or the first day of the period. */
export function keyOf(engine: Engine, { field, unit }: GroupKey, stored: string | number | null | undefined): unknown {
  if (stored === null || stored === undefined) return null
  if (!unit) return presentValue(engine, field, stored)
  const text = String(stored)
  return firstDay(engine, unit, field.clock ? dayOfQuarter(engine, text) : text)
}

function dayOfQuarter(engine: Engine, text: string): string {
  const minute = String(Number(text.slice(14)) * 15).padStart(2, '0')
  return engine.clock.toWall(`${text.slice(0, 14)}${minute}:00.000000`).slice(0, 10)
}

function firstDay(engine: Engine, unit: Unit, day: string): string {
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  if (unit === 'day') return day
  if (unit === 'week') return weekBegin(engine, Temporal.PlainDate.from(day)).toString()
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}
