import type { EntityRecord, ListAnswer, ListQuery } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import { gatheringReaderFor } from '../tables/sizes.ts'
import { addCarried, splitNames } from './carried.ts'
import { countedOf } from './counted.ts'
import { type Asked, filterFirst, isLookedThrough, type Known, searchFirst } from './found-first.ts'
import { countOpenWithin, countRecords, sumOpen } from './list-count.ts'
import { askedNames, nameableFor, orderShape, orderSql, parseFields, parseOrder, parsePaging } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { presentRow } from './present.ts'
import { addCounts, openEntity } from './read.ts'
import { byReadings } from './readings.ts'
import { chooseSearch, isSearched, type Range, soleSearch } from './search.ts'
import { addLinkTitles } from './titles.ts'
import { isLeading, type SearchMethod, shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const pagePlans = new Plans()

/** The database walks an offset row by row, so a larger one is not bounded. */
const maxBoundedOffset = 5_000

/** A page of records with its exact count (reference: http-api, Lists). @throws Problem 403, 404, 417 */
export function listRecords(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<ListAnswer> {
  return readRecords(engine, () =>
    byReadings(
      query,
      (one) => makeList(engine, ctx, entity, one),
      ({ count }) => count > 0,
    ),
  )
}

async function makeList(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<ListAnswer> {
  const model = openEntity(engine, ctx, entity, 'read')
  const nameable = nameableFor(engine, ctx, model)
  const { asked, carried } = splitNames(engine, model, askedNames(query))
  const fields = parseFields(engine, model, nameable, asked)
  const order = parseOrder(model, nameable, query.order_by)
  const { start, length } = parsePaging(query)
  const hidden = ctx.system ? [] : presenterFields(engine, model, fields)
  const where = whereOf(engine, ctx, model, query)
  const range: Range = { order, start, length }
  const reader = await gatheringReaderFor(engine, model)
  const way = await wayToPage(engine, ctx, { model, where, range, reader })
  const page = { model, reader, fields: [...fields, ...hidden], where }
  const [data, { count, isWhole }] = await Promise.all([
    readPage(engine, ctx, { ...page, ...onlyPage(where, 'count' in way ? way.by : way, range) }),
    'count' in way ? way : countWhole(engine, ctx, model, where, { reader, by: way, order }),
  ])
  const shown = fields.filter((field) => isAskedFor(field, asked))
  const answer: ListAnswer = {
    data: await presentPage(engine, ctx, model, { fields, shown, hidden }, data),
    field_info: shown.map((field) => field.meta),
    title_field: model.titleField?.name ?? 'id',
    count,
    ...(!isWhole && { complete: 0 }),
    limit_start: start,
    limit_page_length: length,
  }
  await addCarried(engine, ctx, model, carried, answer.data)
  const counted = countedOf(engine, model)
  if (counted) {
    const isWhole = start === 0 && count <= answer.data.length
    answer.open_count = isWhole ? sumOpen(counted, answer.data) : await countOpenWithin(engine, ctx, model, where)
  }
  return answer
}

/** How to read the page, with the number of records where finding the page tells it. */
async function wayToPage(engine: Engine, ctx: Context, asked: Asked): Promise<Known | SearchMethod> {
  const { model, where, range } = asked
  if (!isSearched(where)) return filterFirst(engine, ctx, asked)
  const by = await chooseSearch(engine, ctx, model, where, range)
  return isLookedThrough(engine, asked, by) ? searchFirst(engine, ctx, asked, by) : by
}

async function countWhole(...asked: Parameters<typeof countRecords>) {
  return { count: await countRecords(...asked), isWhole: true }
}

interface Page extends Range {
  model: Model
  reader: Reader
  fields: readonly Field[]
  where: WhereClause
  by: SearchMethod
}

/** When the list consists of a search alone, its rows are known in order, and only those of the page are fetched. */
function onlyPage(where: WhereClause, by: SearchMethod, range: Range): Range & { by: SearchMethod } {
  if (by.by === 'few') return { by, ...range, start: 0 }
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
  const plan = pagePlans.of(engine, shape, () => {
    const columns = fields.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    return sql`select ${sql.join(columns)} from ${sql.table(model.table.name)} where ${whereSql(engine, model, where, by)}
        order by ${orderSql(engine, order)} limit ${new Slot(at)} offset ${new Slot(at + 1)}`
  })
  const reader = isBounded(page) ? engine.store : page.reader
  return reader.all<EntityRecord>(plan.with([...values, page.length, page.start]))
}

/** Fields that the entity's presenter needs beside the requested ones. */
export function presenterFields(engine: Engine, model: Model, fields: readonly Field[]): readonly Field[] {
  const { presentsBy = [] } = engine.behaviours.get(model.id) ?? {}
  return presentsBy.flatMap((name) => model.byName.get(name) ?? []).filter((field) => !fields.includes(field))
}

function without(names: readonly string[], record: EntityRecord): EntityRecord {
  for (const name of names) delete record[name]
  return record
}

/** Converts the rows of a page to records as this user sees them; `shown` are the fields whose links get titles. */
export async function presentPage(
  engine: Engine,
  ctx: Context,
  model: Model,
  { fields, shown, hidden }: Record<'fields' | 'shown' | 'hidden', readonly Field[]>,
  records: EntityRecord[],
): Promise<EntityRecord[]> {
  await addLinkTitles(engine, ctx, model, shown, records)
  for (const record of records) presentRow(engine, fields, record)
  await addCounts(engine, model, records)
  const { present, enrich } = engine.behaviours.get(model.id) ?? {}
  await enrich?.(engine, ctx, records)
  if (!present || ctx.system) return records
  const names = hidden.map((field) => field.name)
  return records.map((record) => without(names, present(record, ctx, engine)))
}

/**
 * True when an index yields the page without scanning other rows: in the list's own order with at most one equality
 * that leads the same index; or when the rows of the page are known.
 */
function isBounded({ model, order, start, where, by }: Page): boolean {
  if (by.by === 'few' || (by.by === 'rows' && soleSearch(where))) return true
  const [first, ...further] = order
  const [condition, ...more] = where.all
  const searched = where.any.length > 0 || isSearched(where)
  if (searched || more.length > 0 || further.length > 0 || where.visibility.condition || start > maxBoundedOffset)
    return false
  if (!condition) return first !== undefined && model.ordered.has(first.field)
  return first?.field === model.sortField && isLeading(condition)
}

/** The id and system columns are described only when the caller named them (reference: http-api, Fields and order). */
function isAskedFor(field: Field, asked: readonly string[]): boolean {
  return !field.system || asked.includes(field.name) || asked.includes('*')
}
