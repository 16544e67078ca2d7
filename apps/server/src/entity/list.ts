import type { EntityRecord, ListAnswer, ListQuery } from '@tavla/contract'
import { sql } from '../store/sql.ts'
import type { Reader } from '../store/store.ts'
import {
  communicationEntity,
  countOpen,
  isOpenOf,
  type KeptOpen,
  keptOpen,
  noCommunications,
  openCommunicationsFor,
  unindexed,
} from './badges.ts'
import { readRecords } from './definitions/exclusive.ts'
import type { Engine } from './engine.ts'
import { openCommunications, parseFilters } from './filters.ts'
import { nameableFor, type OrderKey, orderShape, orderSql, parseFields, parseOrder, parsePaging } from './list-query.ts'
import type { Field, Model } from './model.ts'

import { column, Plan, Slot } from './plan.ts'
import { presentRow } from './present.ts'
import { openEntity } from './read.ts'
import { byIndex, chooseSearch, countMatches, fewMatches, type Range, soleSearch } from './search.ts'
import { readerFor } from './sizes.ts'
import { addLinkTitles } from './titles.ts'
import type { Context } from './types.ts'
import { visibilityOf } from './visibility.ts'
import { isEverything, makeWhere, type SearchBy, shapeOf, valuesOf, type Where, whereSql } from './where.ts'

/** An offset is walked row by row. */
const shallowOffset = 5_000

/**
 * A page of records with its exact count (contract 3.6).
 * @throws Problem 403, 404, 417
 */
export function listRecords(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<ListAnswer> {
  return readRecords(engine, () => makeList(engine, ctx, entity, query))
}

async function makeList(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<ListAnswer> {
  const model = openEntity(engine, ctx, entity, 'read')
  const nameable = nameableFor(engine, ctx, model)
  const fields = parseFields(model, nameable, query.fields)
  const order = parseOrder(model, nameable, query.order_by)
  const { start, length } = parsePaging(query)
  const hidden = ctx.system ? [] : neededBesides(engine, model, fields)
  const where = whereOf(engine, ctx, model, query)
  const range: Range = { order, start, length }
  const by = await chooseSearch(engine, model, where, range)

  const [data, count] = await Promise.all([
    readPage(engine, ctx, { model, fields: [...fields, ...hidden], where, ...onlyPage(where, by, range) }),
    countRecords(engine, ctx, model, where, by, order),
  ])
  const shown = fields.filter((field) => isAskedFor(field, query))
  const answer: ListAnswer = {
    data: await presentPage(engine, ctx, model, { fields, shown, hidden }, data),
    field_info: shown.map((field) => field.meta),
    title_field: model.titleField?.name ?? 'id',
    count,
    limit_start: start,
    limit_page_length: length,
  }
  if (model.hasCommunication) {
    const isWhole = start === 0 && count <= answer.data.length
    answer.open_count = isWhole ? sumOpen(answer.data) : await countOpenWithin(engine, ctx, model, where)
  }
  return answer
}

/** Filters of a query with the visibility of this person, ready for SQL. @throws Problem 417 */
export function whereOf(
  engine: Engine,
  ctx: Context,
  model: Model,
  query: ListQuery,
  nameable = nameableFor(engine, ctx, model),
): Where {
  const all = parseFilters(engine, model, nameable, query.filters)
  const any = parseFilters(engine, model, nameable, query.or_filters)
  const listed = ctx.system ? undefined : engine.behaviours.get(model.id)?.listed?.(engine, ctx, all)
  const visibility = visibilityOf(engine, ctx, model)
  const narrowed = listed
    ? {
        key: `${visibility.key} listed`,
        condition: visibility.condition ? sql<boolean>`(${visibility.condition}) and ${listed}` : listed,
        restsOn: visibility.restsOn,
      }
    : visibility
  return makeWhere(model, all, any, narrowed)
}

interface Page extends Range {
  model: Model
  fields: readonly Field[]
  where: Where
  by: SearchBy
}

/** Where the search alone made the list, its rows are known in order: only those of the page are fetched. */
function onlyPage(where: Where, by: SearchBy, range: Range): Range & { by: SearchBy } {
  if (by.by !== 'rows' || !soleSearch(where)) return { by, ...range }
  const rows = (JSON.parse(by.rows) as number[]).slice(range.start, range.start + range.length)
  return { by: { by: 'rows', rows: JSON.stringify(rows) }, ...range, start: 0 }
}

async function readPage(engine: Engine, ctx: Context, page: Page): Promise<EntityRecord[]> {
  const { model, fields, order, where, by } = page
  const names = fields.map((field) => field.name).join()
  const keys = orderShape(order)
  const shape = `list|${engine.models.generation}|${model.id}|${names}|${keys}|${shapeOf(where, by)}`
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const at = values.length
  const plan = engine.plans.get(shape, () => {
    const columns = fields.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    return new Plan(sql`select ${sql.join(columns)} from ${sql.table(model.table.name)} where ${whereSql(engine, model, where, by)}
        order by ${orderSql(engine, order)} limit ${new Slot(at)} offset ${new Slot(at + 1)}`)
  })
  const reader = isBounded(page) ? engine.store : await readerFor(engine, model)
  return plan.all<EntityRecord>(reader, [...values, page.length, page.start])
}

/** What the entity has to know of a row to say what of it leaves. */
function neededBesides(engine: Engine, model: Model, fields: readonly Field[]): readonly Field[] {
  const { presentsBy = [] } = engine.behaviours.get(model.id) ?? {}
  return presentsBy.flatMap((name) => model.byName.get(name) ?? []).filter((field) => !fields.includes(field))
}

function without(names: readonly string[], record: EntityRecord): EntityRecord {
  for (const name of names) delete record[name]
  return record
}

async function presentPage(
  engine: Engine,
  ctx: Context,
  model: Model,
  { fields, shown, hidden }: Record<'fields' | 'shown' | 'hidden', readonly Field[]>,
  records: EntityRecord[],
): Promise<EntityRecord[]> {
  await addLinkTitles(engine, ctx, model, shown, records)
  for (const record of records) presentRow(engine, fields, record)
  if (model.hasCommunication) {
    const ids = records.map((record) => record.id)
    const open = await openCommunicationsFor(engine, model, ids)
    for (const record of records) record.open_communications = open.get(record.id) ?? noCommunications
  }
  const { present } = engine.behaviours.get(model.id) ?? {}
  if (!present || ctx.system) return records
  const names = hidden.map((field) => field.name)
  return records.map((record) => without(names, present(record, ctx, engine)))
}

/** The exact number of records that the filters let through (contract 3.6, rule 8). */
async function countRecords(
  engine: Engine,
  ctx: Context,
  model: Model,
  where: Where,
  chosen: SearchBy,
  order: readonly OrderKey[],
): Promise<number> {
  const alone = soleSearch(where)
  if (alone) return (await fewMatches(engine, model, alone, order))?.n ?? countMatches(engine, model, alone)
  const by = chosen.by === 'rows' ? chosen : byIndex
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const shape = `count|${engine.models.generation}|${model.id}|${shapeOf(where, by)}`
  return engine.counts.get(`${shape}|${JSON.stringify(values)}`, restsOn(model, where), async () => {
    const make = () => {
      const condition = whereSql(engine, model, where, by)
      return new Plan(sql`select count(*) as n from ${sql.table(model.table.name)} where ${condition}`)
    }
    const row = await engine.plans.get(shape, make).get<{ n: number }>(await readerFor(engine, model), values)
    return row?.n ?? 0
  })
}

const sumOpen = (records: readonly EntityRecord[]) =>
  records.reduce((sum, { open_communications: open }) => sum + (open?.total ?? 0), 0)

/** Open communications of the records that the filters let through. */
export async function countOpenWithin(engine: Engine, ctx: Context, model: Model, where: Where): Promise<number> {
  const communication = engine.models.get(communicationEntity)
  if (!communication) return 0
  const total = await countOpen(engine, communication, model.id)
  if (total === 0 || isEverything(where)) return total
  const values = valuesOf(engine, ctx.actor.user, where, byIndex)
  const kept = await keptOpen(engine, communication, model.id)
  const few = kept && kept.byRecord.size <= fewRecords ? kept : undefined
  // A look at a few rows costs no more than keeping what it found, unless another table has to be looked through for it.
  if (few && !isSearched(where) && !where.visibility.condition)
    return sumWithin(engine, engine.store, model, where, values, few)
  const shape = `open|${engine.models.generation}|${model.id}|${shapeOf(where, byIndex)}`
  const entities = [...restsOn(model, where), communicationEntity]
  return engine.counts.get(`${shape}|${JSON.stringify(values)}`, entities, async () => {
    const reader = await readerFor(engine, model)
    if (few) return sumWithin(engine, reader, model, where, values, few)
    const plan = engine.plans.get(shape, () => {
      const within = sql`select id from ${sql.table(model.table.name)} where ${whereSql(engine, model, where, byIndex)}`
      return new Plan(sql`select count(*) as n from ${sql.table(communication.table.name)}
          where ${isOpenOf(model.id)} and ${unindexed('c_reference_id')} in (${within})`)
    })
    return (await plan.get<{ n: number }>(reader, values))?.n ?? 0
  })
}

const isSearched = ({ allSearch, anySearch }: Where) => allSearch.length + anySearch.length > 0

/** From so many on it costs less to ask the communications. */
const fewRecords = 500

/** What is open of those of these records that the filters let through, which are found from the open ones on. */
async function sumWithin(
  engine: Engine,
  reader: Reader,
  model: Model,
  where: Where,
  values: readonly unknown[],
  open: KeptOpen,
): Promise<number> {
  const totals = await open.totals(engine, model)
  const plan = engine.plans.get(`open few|${engine.models.generation}|${model.id}|${shapeOf(where, byIndex)}`, () => {
    const opened = engine.store.dialect.numbersByKey(new Slot(values.length))
    return new Plan(sql`select coalesce(sum(opened.n), 0) as n
        from (${opened}) as opened cross join ${sql.table(model.table.name)}
        where rid = opened.k and (${whereSql(engine, model, where, byIndex)})`)
  })
  return Number((await plan.get<{ n: number }>(reader, [...values, totals]))?.n ?? 0)
}

/**
 * True when an index gives the page without walking past rows that don't belong to it: the list's own order, with
 * nothing but an equality that leads the same index; or when the rows of the page are known.
 */
function isBounded({ model, order, start, where, by }: Page): boolean {
  if (by.by === 'rows' && soleSearch(where)) return true
  const [first, ...further] = order
  const [condition, ...more] = where.all
  const searched = where.any.length > 0 || isSearched(where)
  if (searched || more.length > 0 || further.length > 0 || where.visibility.condition || start > shallowOffset)
    return false
  if (first?.field !== model.sortField && (condition || first?.field.name !== 'id')) return false
  if (!condition) return true
  if (condition.operator !== '=' || condition.field === openCommunications) return false
  return condition.field.meta.in_standard_filter === 1 || condition.field.type.links !== undefined
}

function restsOn(model: Model, where: Where): string[] {
  const counted = [...where.all, ...where.any].some((one) => one.field === openCommunications)
  return [model.id, ...where.visibility.restsOn, ...(counted ? [communicationEntity] : [])]
}

/** The id and system columns are described only when the caller named them (contract 3.6, rule 9). */
function isAskedFor(field: Field, { fields }: ListQuery): boolean {
  if (!field.system) return true
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : fields
  return Array.isArray(names) && (names.includes(field.name) || names.includes('*'))
}
