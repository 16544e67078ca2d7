import { invalid, limits } from '@tavla/contract'
import type { Dialect } from '../../../store/dialect.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import { column } from '../../tables/plan.ts'
import type { FieldFinder } from '../filters.ts'
import { presentValue } from '../present.ts'
import { type Decimal, mean, plus, textOf, zero } from './decimals.ts'
import { cutDecimals, type SumParts, sumColumns, sumOf } from './exact-sum.ts'

type Kind = 'sum' | 'avg' | 'min' | 'max'

/** A number of a field's values, beside the count. */
export interface Aggregate {
  /** As asked for: `sum:total`. */
  name: string
  kind: Kind
  field: Field
}

/** Reads the list `["count", "sum:total"]` (reference: http-api, Sums and groups). @throws Problem 417 */
export function parseAggregates(nameable: FieldFinder, asked: unknown): Aggregate[] {
  if (asked === undefined || asked === null || asked === '') return []
  const refuse = () => invalid('The filter value for {0} is not valid', ['aggregates'], 'InvalidFilterError')
  if (!Array.isArray(asked) || asked.length > limits.aggregates) throw refuse()
  const names = [...new Set(asked)].filter((name) => name !== 'count')
  return names.map((name): Aggregate => {
    const [, kind, fieldname = ''] = typeof name === 'string' ? (/^(sum|avg|min|max):(\w+)$/.exec(name) ?? []) : []
    if (!kind) throw refuse()
    const field = nameable(fieldname)
    if (!field) throw invalid('Unknown field: {0}', [fieldname], 'InvalidFilterError')
    if (!isNumber(field) && !(isDay(field) && (kind === 'min' || kind === 'max'))) throw refuse()
    return { name, kind: kind as Kind, field }
  })
}

const isNumber = ({ kind }: Field) => kind === 'integer' || kind === 'decimal'
const isDay = ({ kind }: Field) => kind === 'date' || kind === 'datetime'

/** Sums of the fields, gathered over several rows of SQL. */
export interface Totals {
  count: number
  byField: Map<Field, FieldTotal>
}

interface FieldTotal {
  sum: Decimal
  values: number
  min: string | number | null
  max: string | number | null
}

export const fieldsOf = (aggregates: readonly Aggregate[]): Field[] => [
  ...new Set(aggregates.map(({ field }) => field)),
]

/** `rows`, which select the columns of the fields, with what `aggregateColumns` adds up. */
export function aggregatedRows(rows: Sql, fields: readonly Field[], dialect: Dialect): Sql {
  const decimals = fields.flatMap(({ kind, column: name }, at) =>
    kind === 'decimal' ? [{ value: column(name), prefix: `a${at}` }] : [],
  )
  return cutDecimals(rows, decimals, dialect)
}

/** The columns that `addRow` reads. */
export function aggregateColumns(fields: readonly Field[]): Sql[] {
  return fields.flatMap((field, at) => {
    const value = column(field.column)
    const ends = [
      sql`count(${value}) as ${sql.id(`a${at}_values`)}`,
      sql`min(${value}) as ${sql.id(`a${at}_min`)}`,
      sql`max(${value}) as ${sql.id(`a${at}_max`)}`,
    ]
    return isNumber(field) ? [...ends, sumColumns(value, field.kind, `a${at}`)] : ends
  })
}

export type TotalsRow = Record<string, string | number | null>

export const noTotals = (): Totals => ({ count: 0, byField: new Map() })

/** Adds a row of SQL; returns the fields of which some values are to be read one by one. */
export function addRow(totals: Totals, fields: readonly Field[], row: TotalsRow): Field[] {
  totals.count += Number(row.n)
  return fields.filter((field, at) => {
    const part = (name: string) => row[`a${at}_${name}`] ?? null
    const parts = Object.fromEntries(['high', 'low', 'nano', 'rest'].map((name) => [name, part(name)]))
    const sums = parts as unknown as SumParts
    addTo(totals, field, {
      sum: sumOf(sums),
      values: Number(part('values')),
      min: part('min'),
      max: part('max'),
    })
    return Number(sums.rest ?? 0) > 0
  })
}

/** Adds to the sum alone. */
export const addSum = (totals: Totals, field: Field, sum: Decimal) =>
  addTo(totals, field, { sum, values: 0, min: null, max: null })

function addTo(totals: Totals, field: Field, more: FieldTotal): void {
  const has = totals.byField.get(field) ?? { sum: zero, values: 0, min: null, max: null }
  totals.byField.set(field, {
    sum: plus(has.sum, more.sum),
    values: has.values + more.values,
    min: least(has.min, more.min, (a, b) => a < b),
    max: least(has.max, more.max, (a, b) => a > b),
  })
}

type End = string | number | null

function least(a: End, b: End, isBefore: (a: string | number, b: string | number) => boolean): End {
  if (a === null || b === null) return a ?? b
  return isBefore(a, b) ? a : b
}

/** The numbers as the answer shows them, by their names; null where no record has a value. */
export function shownTotals(
  engine: Engine,
  aggregates: readonly Aggregate[],
  totals: Totals,
): Record<string, unknown> & { count: number } {
  const shown = aggregates.map(({ name, kind, field }): [string, unknown] => {
    const total = totals.byField.get(field)
    if (!total || total.values === 0) return [name, null]
    if (kind === 'min' || kind === 'max') return [name, presentValue(engine, field, total[kind])]
    if (kind === 'avg') return [name, textOf(mean(total.sum, total.values, 6))]
    return [name, field.kind === 'decimal' ? textOf(total.sum) : wholeNumber(total.sum)]
  })
  return { count: totals.count, ...Object.fromEntries(shown) }
}

/** A number where JSON keeps it exactly, else its text. */
function wholeNumber(sum: Decimal): number | string {
  const text = textOf(sum)
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}
