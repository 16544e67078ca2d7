import { limits, type SummaryAnswer, type SummaryGroup, type SummaryQuery } from '@tavla/contract'
import { sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { readRecords } from '../../model/definition-lock.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import { and, column, Plans, Slot } from '../../tables/plan.ts'
import { readerFor } from '../../tables/sizes.ts'
import { nameableFor } from '../list-query.ts'
import { whereOf } from '../list-where.ts'
import { openEntity } from '../read.ts'
import { byReadings } from '../readings.ts'
import { searchAll } from '../search.ts'
import { addLinkTitles } from '../titles.ts'
import { type SearchMethod, shapeOf, valuesOf, type WhereClause, whereSql } from '../where.ts'
import {
  type Aggregate,
  addRow,
  addSum,
  aggregateColumns,
  aggregatedRows,
  fieldsOf,
  noTotals,
  parseAggregates,
  shownTotals,
  type Totals,
  type TotalsRow,
} from './aggregates.ts'
import { decimalOf, times } from './decimals.ts'
import { isExact } from './exact-sum.ts'
import { type GroupKey, isFolded, keyOf, keySql, parseGroupBy } from './group-keys.ts'
import { type Half, halves, isIn, middleOf } from './halves.ts'

const totalPlans = new Plans()
const restPlans = new Plans()

/** Maximum number of groups that SQL gives where several of them are one of the answer. */
const maxParts = 100_000

/**
 * Exact numbers over all records that match the filters and that the caller may read, together and by groups (reference:
 * http-api, Sums and groups).
 * @throws Problem 403, 404, 417
 */
export function summarise(engine: Engine, ctx: Context, entity: string, query: SummaryQuery): Promise<SummaryAnswer> {
  return readRecords(engine, () =>
    byReadings(
      query,
      (one) => makeSummary(engine, ctx, entity, one),
      ({ data }) => data.count > 0,
    ),
  )
}

async function makeSummary(engine: Engine, ctx: Context, entity: string, query: SummaryQuery): Promise<SummaryAnswer> {
  const model = openEntity(engine, ctx, entity, 'read')
  const nameable = nameableFor(engine, ctx, model)
  const aggregates = parseAggregates(nameable, query.aggregates)
  const keys = parseGroupBy(nameable, query.group_by)
  const where = whereOf(engine, ctx, model, query)
  const by = await searchAll(engine, ctx, model, where)
  const asked: Asked = { model, where, by, aggregates, keys, reader: await readerFor(engine, model) }
  const { found, isCut, whole } = await totalsOf(engine, ctx, asked)
  const all = isCut ? (await totalsOf(engine, ctx, { ...asked, keys: [] })).whole : whole
  const data = shownTotals(engine, aggregates, all)
  if (keys.length === 0) return { data, groups: [], complete: 1 }
  const groups = [...found.values()].toSorted(byCount)
  return {
    data,
    groups: await shownGroups(engine, ctx, asked, groups.slice(0, limits.summaryGroups)),
    complete: isCut || groups.length > limits.summaryGroups ? 0 : 1,
  }
}

interface Asked {
  model: Model
  where: WhereClause
  by: SearchMethod
  aggregates: readonly Aggregate[]
  keys: readonly GroupKey[]
  reader: Reader
}

interface Group {
  key: readonly unknown[]
  totals: Totals
}

/** Most records first; a group without a value is the last. */
function byCount(a: Group, b: Group): number {
  const isBlank = ({ key }: Group) => Number(key.some((part) => part === null))
  return isBlank(a) - isBlank(b) || b.totals.count - a.totals.count || (keyText(a.key) < keyText(b.key) ? -1 : 1)
}

const keyText = (key: readonly unknown[]) => JSON.stringify(key)

/** The groups by the text of their keys, and all of them together; without keys, one group of everything. */
async function totalsOf(engine: Engine, ctx: Context, asked: Asked) {
  const { model, where, by, aggregates, keys, reader } = asked
  const fields = fieldsOf(aggregates)
  const names = keys.map((_, at) => `k${at}`)
  const max = keys.some(isFolded) ? maxParts : limits.summaryGroups + 1
  const shape = [model.id, shapeOf(where, by), fields.map(({ name }) => name), ...keys.map(keyShape)].join('|')
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const planOf = (half?: Half) =>
    totalPlans.of(engine, `${shape}|${half}`, () => {
      const isWithin = half ? [isIn(half, new Slot(values.length))] : []
      const condition = and([sql`(${whereSql(engine, model, where, by)})`, ...isWithin])
      const read = [sql`1 as one`, ...keyColumns(keys), ...fields.map((field) => column(field.column))]
      const rows = sql`select ${sql.join(read)} from ${sql.table(model.table.name)} where ${condition}`
      const grouped = names.map((name) => sql.id(name))
      const columns = [sql`count(*) as n`, ...grouped, ...aggregateColumns(fields)]
      const totals = sql`select ${sql.join(columns)} from (${aggregatedRows(rows, fields, engine.store.dialect)}) as cut`
      if (keys.length === 0) return totals
      return sql`${totals} group by ${sql.join(grouped)} order by count(*) desc limit ${sql.lit(max)}`
    })
  const middle = await middleOf(engine, asked)
  const ask = (half?: Half) => reader.all<TotalsRow>(planOf(half).with([...values, middle]))
  const parts = middle === undefined ? [] : await Promise.all(halves.map(ask))
  const isWhole = parts.length > 0 && parts.every((part) => part.length < max)
  // Of too many groups, the largest are those of the whole table.
  const rows = isWhole ? parts.flat() : await ask()
  const found = new Map<string, Group>()
  const whole = noTotals()
  const unread = new Set<Field>()
  const groupOf = (row: TotalsRow): Group => {
    const key = keys.map((one, at) => keyOf(engine, one, row[`k${at}`]))
    const group = found.get(keyText(key)) ?? { key, totals: noTotals() }
    found.set(keyText(key), group)
    return group
  }
  for (const row of rows) {
    addRow(whole, fields, row)
    for (const field of addRow(groupOf(row).totals, fields, row)) unread.add(field)
  }
  for (const field of unread) {
    for (const row of await readRest(engine, asked, field, values)) {
      const sum = times(decimalOf(Number(row.value)), Number(row.n))
      addSum(groupOf(row).totals, field, sum)
      addSum(whole, field, sum)
    }
  }
  return { found, whole, isCut: !isWhole && rows.length >= max }
}

/** The values that SQL can't add exactly, each with its number. */
function readRest(engine: Engine, { model, where, by, keys, reader }: Asked, field: Field, values: unknown[]) {
  const shape = [model.id, shapeOf(where, by), field.name, ...keys.map(keyShape)].join('|')
  const plan = restPlans.of(engine, shape, () => {
    const value = column(field.column)
    const columns = [...keyColumns(keys), sql`${value} as "value"`, sql`count(*) as n`]
    const grouped = [...keys.map((_, at) => sql.id(`k${at}`)), sql.id('value')]
    return sql`select ${sql.join(columns)} from ${sql.table(model.table.name)}
      where (${whereSql(engine, model, where, by)}) and ${value} is not null and (${isExact(value)}) is not true
      group by ${sql.join(grouped)}`
  })
  return reader.all<TotalsRow>(plan.with(values))
}

const keyColumns = (keys: readonly GroupKey[]) => keys.map((key, at) => sql`${keySql(key)} as ${sql.id(`k${at}`)}`)

const keyShape = ({ field, unit }: GroupKey) => `${field.name}:${unit ?? ''}`

async function shownGroups(
  engine: Engine,
  ctx: Context,
  { model, aggregates, keys }: Asked,
  groups: readonly Group[],
): Promise<SummaryGroup[]> {
  const linking = keys.flatMap(({ field }) => (field.type.links ? [field] : []))
  const records = groups.map(({ key }) => ({
    id: '',
    ...Object.fromEntries(keys.map(({ field }, at) => [field.name, key[at]])),
  })) as Parameters<typeof addLinkTitles>[4]
  await addLinkTitles(engine, ctx, model, linking, records)
  return groups.map(({ key, totals }, index) => ({
    key: [...key],
    titles: keys.map(({ field }, at) => titleOf(field, key[at], records[index]?._link_titles?.[field.name])),
    ...shownTotals(engine, aggregates, totals),
  }))
}

/** Keys are texts and numbers; a presented value may be of any type. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The title of a linked record, the label of an option, else the value as it is. */
function titleOf({ meta }: Field, value: unknown, linkTitle: string | undefined): string | null {
  if (value === null || value === undefined) return null
  const options = Array.isArray(meta.options) ? meta.options : []
  return linkTitle ?? options.find((option) => option.value === value)?.label ?? plainText(value)
}
