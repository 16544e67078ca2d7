import type { StorageKind } from '@tavla/contract'
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

/** The columns `{prefix}_high` and so on, of the values of `value`. */
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
  const exact = (expression: Sql<unknown>) => sql`sum(case when ${isExact(value)} then ${expression} end)`
  const whole = wholeOf(value)
  return sql.join([
    part('high', exact(sql`${whole} / 1000000000`)),
    part('low', exact(sql`${whole} % 1000000000`)),
    part('nano', exact(sql`${fractionOf(value)} * (1000000000 / ${scaleOf(value)})`)),
    part('rest', sql`sum(case when ${isExact(value)} then 0 else 1 end)`),
  ])
}

export function sumOf({ high, low, nano }: SumParts): Decimal {
  const whole = BigInt(high ?? 0) * billion + BigInt(low ?? 0)
  return { digits: whole * billion + BigInt(nano ?? 0), scale: 9 }
}

const wholeOf = (value: Sql<unknown>) => sql`cast(trunc(${value}) as bigint)`

/** 10 to the number of decimals that a text of fifteen digits can have beside the whole part. */
const scaleOf = (value: Sql<unknown>) => sql`case when abs(${value}) < 1000000 then 1000000000
  when abs(${value}) < 1000000000 then 1000000 when abs(${value}) < 1000000000000 then 1000 else 1 end`

const fractionOf = (value: Sql<unknown>) =>
  sql`cast(round((${value} - trunc(${value})) * (${scaleOf(value)})) as bigint)`

/** True when the parts say the same decimal as the value: dividing whole numbers rounds to the double nearest to it. */
export function isExact(value: Sql<unknown>): Sql<boolean> {
  const scale = scaleOf(value)
  return sql`cast(${wholeOf(value)} * (${scale}) + ${fractionOf(value)} as double precision) / (${scale}) = ${value}`
}
