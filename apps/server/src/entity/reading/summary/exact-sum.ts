import type { StorageKind } from '@tavla/contract'
import type { Dialect } from '../../../store/dialect.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Decimal } from './decimals.ts'

/**
 * Parts of an exact sum. SQL adds doubles with rounding, and whole numbers up to 2^63 alone; so a value is cut into
 * billions, units and billionths, which are whole numbers whose sums stay small. A decimal whose text has more digits
 * than its magnitude leaves room for is counted in `rest` instead, and read one by one.
 */
export interface SumParts {
  high: number | null
  low: number | null
  nano: number | null
  rest: number | null
}

const billion = 1_000_000_000n

/** The columns `{prefix}_high` and so on, of the values of `value`; those of a decimal need `cutDecimals`. */
export function sumColumns(value: Sql<unknown>, kind: StorageKind, prefix: string): Sql {
  const part = (name: keyof SumParts, expression: Sql<unknown>) => sql`${expression} as ${sql.id(`${prefix}_${name}`)}`
  const none = sql`0`
  if (kind !== 'decimal') {
    const columns = [
      part('high', sql`sum(${value} / 1000000000)`),
      part('low', sql`sum(${value} % 1000000000)`),
      part('nano', none),
      part('rest', none),
    ]
    return sql.join(columns)
  }
  const { scale, whole, fraction, isExact } = cutNames(prefix)
  const exact = (expression: Sql<unknown>) => sql`sum(case when ${isExact} then ${expression} end)`
  return sql.join([
    part('high', exact(sql`${whole} / 1000000000`)),
    part('low', exact(sql`${whole} % 1000000000`)),
    part('nano', exact(sql`${fraction} * (1000000000 / ${scale})`)),
    part('rest', sql`sum(case when ${isExact} is false then 1 else 0 end)`),
  ])
}

const cutNames = (prefix: string) => ({
  scale: sql.id(`${prefix}_scale`),
  whole: sql.id(`${prefix}_whole`),
  fraction: sql.id(`${prefix}_fraction`),
  isExact: sql.id(`${prefix}_exact`),
})

/**
 * The rows with the parts of their decimals beside them, each reckoned once: in one expression, a sum would reckon the
 * parts of each value a dozen times.
 */
export function cutDecimals(rows: Sql, decimals: readonly { value: Sql; prefix: string }[], dialect: Dialect): Sql {
  if (decimals.length === 0) return rows
  const { keptApart } = dialect
  const each = (make: (value: Sql, names: ReturnType<typeof cutNames>) => Sql) =>
    sql.join(decimals.map(({ value, prefix }) => make(value, cutNames(prefix))))
  const first = each((value, { scale, whole }) => sql`${scaleOf(value)} as ${scale}, ${wholeOf(value)} as ${whole}`)
  const second = each((value, { scale, fraction }) => sql`${fractionOf(value, scale)} as ${fraction}`)
  const third = each(
    (value, { scale, whole, fraction, isExact }) =>
      sql`cast(${whole} * ${scale} + ${fraction} as double precision) / ${scale} = ${value} as ${isExact}`,
  )
  return sql`select cut.*, ${third} from (
    select cut.*, ${second} from (select cut.*, ${first} from (${rows}) as cut ${keptApart}) as cut ${keptApart}
  ) as cut ${keptApart}`
}

export function sumOf({ high, low, nano }: SumParts): Decimal {
  const whole = BigInt(high ?? 0) * billion + BigInt(low ?? 0)
  return { digits: whole * billion + BigInt(nano ?? 0), scale: 9 }
}

const wholeOf = (value: Sql<unknown>) => sql`cast(trunc(${value}) as bigint)`

/** 10 to the number of decimals that a text of fifteen digits can have beside the whole part. */
const scaleOf = (value: Sql<unknown>) => sql`case when abs(${value}) < 1000000 then 1000000000
  when abs(${value}) < 1000000000 then 1000000 when abs(${value}) < 1000000000000 then 1000 else 1 end`

const fractionOf = (value: Sql<unknown>, scale: Sql<unknown>) =>
  sql`cast(round((${value} - trunc(${value})) * (${scale})) as bigint)`

/** True when the parts say the same decimal as the value: dividing whole numbers rounds to the double nearest to it. */
export function isExact(value: Sql<unknown>): Sql<boolean> {
  const scale = scaleOf(value)
  return sql`cast(${wholeOf(value)} * (${scale}) + ${fractionOf(value, scale)} as double precision) / (${scale}) = ${value}`
}
