import { roundTo } from '@tavla/expressions'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { storedResult } from '../../expressions/results.ts'
import { presentValue } from '../../reading/present.ts'
import { makeWhere, type SearchMethod, valuesOf, type WhereClause, whereSql } from '../../reading/where.ts'
import { and, column, Plans, Slot } from '../../tables/plan.ts'
import type { StoredRow } from '../../tables/rows.ts'
import type { SiteRollup } from './site-rollups.ts'

const rollupPlans = new Plans()

/** Filters test the rows that the link finds. */
const byRows: SearchMethod = { by: 'scan' }

/** More digits than any sum of amounts has: it takes away what adding doubles leaves behind. */
const sumDigits = 9

/**
 * The value of a roll-up of one record as it is stored, worked out from all records that link to it (reference:
 * expressions, Roll-ups). `row` is the record, which may name its currency.
 */
export async function rollupValue(
  engine: Engine,
  reader: Reader,
  one: SiteRollup,
  id: string,
  row: Readonly<StoredRow>,
): Promise<StoredRow[string]> {
  const where = makeWhere(one.source, one.filters, [], { key: '', condition: undefined, dependsOn: [] })
  const values = [...valuesOf(engine, '', where, byRows), id]
  const plan = rollupPlans.of(engine, `${one.owner.id}|${one.field.name}`, () =>
    statementFor(engine, one, where, new Slot(values.length - 1)),
  )
  const found = await reader.get<{ value: string | number | null }>(plan.with(values))
  return storedValue(engine, one, found?.value ?? null, row)
}

function storedValue(
  engine: Engine,
  { field, value: source, rollup }: SiteRollup,
  found: string | number | null,
  row: Readonly<StoredRow>,
): StoredRow[string] {
  if (field.type.formula === 'date') {
    if (found === null || !source) return null
    return storedResult(engine, field, { value: String(presentValue(engine, source, found)) }, row)
  }
  const number = Number(found ?? 0)
  return storedResult(engine, field, { value: rollup.kind === 'sum' ? roundTo(number, sumDigits) : number }, row)
}

function statementFor(engine: Engine, one: SiteRollup, where: WhereClause, id: Slot): Sql {
  const { source, table, rows, isOfRows, rollup } = one
  const records = sql.table(source.table.name)
  const filters = whereSql(engine, source, where, byRows)
  const newest = rollup.kind === 'latest'
  if (!table || !rows) {
    const linking = sql`${records} where ${and([sql`${column(one.link.column)} = ${id}`, filters])}`
    return newest ? newestOf(one, linking) : sql`select ${reckoned(engine, one)} as value from ${linking}`
  }
  const linkingRows = and([
    sql`parent_entity = ${source.id} and parent_field = ${table.name}`,
    sql`${column(one.link.column)} = ${id}`,
  ])
  const children = sql.table(rows.table.name)
  if (!isOfRows) {
    const parents = sql`select parent from ${children} where ${linkingRows}`
    const linking = sql`${records} where ${and([sql`id in (${parents})`, filters])}`
    return newest ? newestOf(one, linking) : sql`select ${reckoned(engine, one)} as value from ${linking}`
  }
  const hasFilters = one.filters.length > 0
  if (newest) {
    const made = column(source.byName.get('creation')?.column ?? 'creation')
    const found = sql`select id as record_id, ${made} as made from ${records} where ${filters}`
    return sql`select ${storedOf(one)} as value from ${children} join (${found}) as found on record_id = parent
      where ${linkingRows} order by made desc, record_id desc, idx desc limit 1`
  }
  const ofFound = hasFilters ? sql`parent in (select id from ${records} where ${filters})` : sql`1 = 1`
  return sql`select ${reckoned(engine, one)} as value from ${children} where ${and([linkingRows, ofFound])}`
}

const newestOf = (one: SiteRollup, linking: Sql): Sql => {
  const made = column(one.source.byName.get('creation')?.column ?? 'creation')
  return sql`select ${storedOf(one)} as value from ${linking} order by ${made} desc, id desc limit 1`
}

/** Blank numbers count as 0. */
function storedOf({ value, field }: SiteRollup): Sql {
  const stored = column(value?.column ?? 'id')
  return field.type.formula === 'number' ? sql`coalesce(${stored}, 0)` : stored
}

function reckoned(engine: Engine, one: SiteRollup): Sql {
  if (!one.value) return sql`count(*)`
  if (one.rollup.kind === 'sum') return engine.store.dialect.sumOf(column(one.value.column))
  return one.rollup.kind === 'lowest' ? sql`min(${storedOf(one)})` : sql`max(${storedOf(one)})`
}
