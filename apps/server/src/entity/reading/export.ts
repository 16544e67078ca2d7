import { type EntityRecord, type ExportQuery, invalid } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import type { FieldFinder } from './filters.ts'
import { presenterFields, presentPage } from './list.ts'
import { askedNames, nameableFor, orderShape, orderSql, parseOrder } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { openEntity, presentTable } from './read.ts'
import { byReadings } from './readings.ts'
import { searchAll } from './search.ts'
import { shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const rowPlans = new Plans()
const pagePlans = new Plans()

/** The records and fields of an export, as they were when it began. */
export interface ExportPlan extends ExportPart {
  readonly model: Model
  readonly query: ExportQuery
  /** The numbers of the rows, in the order of the query. */
  readonly rows: readonly number[]
}

/** The fields and tables that pages are read with. */
export interface ExportPart {
  readonly fields: readonly Field[]
  readonly tables: readonly ExportTable[]
}

/** A table field, and the fields of its rows. */
export interface ExportTable {
  readonly field: Field
  readonly fields: readonly Field[]
}

/**
 * Finds the records of a query, without their values, in one statement: pages are then read by row, whatever the order
 * and the filter cost (reference: http-api, Export).
 * @throws Problem 403, 404, 417
 */
export function planExport(engine: Engine, ctx: Context, entity: string, query: ExportQuery): Promise<ExportPlan> {
  return readRecords(engine, async () => {
    const model = openEntity(engine, ctx, entity, 'read')
    const nameable = nameableFor(engine, ctx, model)
    const part = partOf(engine, ctx, model, nameable, query)
    const rows = await byReadings(
      query,
      (one) => findRows(engine, ctx, model, one),
      (found) => found.length > 0,
    )
    return { model, query, ...part, rows }
  })
}

async function findRows(engine: Engine, ctx: Context, model: Model, query: ExportQuery): Promise<number[]> {
  const order = parseOrder(model, nameableFor(engine, ctx, model), query.order_by)
  const where = amongIds(whereOf(engine, ctx, model, query), model, query.ids)
  const by = await searchAll(engine, ctx, model, where)
  const shape = `${model.id}|${orderShape(order)}|${shapeOf(where, by)}`
  const plan = rowPlans.of(engine, shape, () => {
    const rows = engine.store.dialect.gathered(column('rid'), orderSql(engine, order))
    return sql`select ${rows} as "rows" from ${sql.table(model.table.name)} where ${whereSql(engine, model, where, by)}`
  })
  const reader = await readerFor(engine, model)
  const found = await reader.get<{ rows: string }>(plan.with(valuesOf(engine, ctx.actor.user, where, by)))
  return JSON.parse(found?.rows ?? '[]') as number[]
}

function amongIds(where: WhereClause, model: Model, ids: readonly string[] | undefined): WhereClause {
  if (!ids) return where
  const field = model.byName.get('id') as Field
  return { ...where, all: [...where.all, { field, operator: 'in', values: ids, blank: false }] }
}

/** The fields that a query asks for, of those that this user may read. @throws Problem 417 */
function partOf(engine: Engine, ctx: Context, model: Model, nameable: FieldFinder, query: ExportQuery): ExportPart {
  const names = askedNames(query)
  const readable = query.children ? readableTables(engine, ctx, model) : []
  const isTable = (name: string) => readable.some(({ field }) => field.name === name)
  const tables = readable.filter(({ field }) => names.includes(field.name))
  const fields = fieldsOf(
    model,
    nameable,
    names.filter((name) => !isTable(name)),
  )
  return { fields, tables: tables.length > 0 ? tables : readable }
}

function fieldsOf(model: Model, nameable: FieldFinder, names: readonly string[]): Field[] {
  if (names.length === 0) return model.stored.filter(({ name, meta }) => !meta.hidden && nameable(name))
  if (names.includes('*')) return [...model.byName.values()].filter(({ name }) => nameable(name))
  const fields = names.map((name) => {
    const field = typeof name === 'string' ? nameable(name) : undefined
    if (!field) throw invalid('Unknown field: {0}', [String(name).slice(0, 140)], 'InvalidFilterError')
    return field
  })
  return [...new Set(fields)]
}

function readableTables(engine: Engine, ctx: Context, model: Model): ExportTable[] {
  return model.tables.flatMap((field) => {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child || !mayRead(engine, ctx, model, field)) return []
    return [{ field, fields: child.stored.filter((one) => one.kind !== 'secret' && mayRead(engine, ctx, model, one)) }]
  })
}

/** Rows of several owners go out together, so a right to own records alone is not enough. */
const mayRead = (engine: Engine, ctx: Context, model: Model, field: Field) =>
  ctx.system || canReadField(rightsOf(engine, ctx.actor, model), field, false)

/**
 * The records of these rows that are still there and that this user may still see, as a list answers them; in `tables`,
 * the rows of each table by its fieldname. A field that is gone meanwhile is absent.
 * @throws Problem 403, 404
 */
export function readExportPage(
  engine: Engine,
  ctx: Context,
  { model: { id: entity }, query }: ExportPlan,
  { fields: wanted, tables }: ExportPart,
  rows: readonly number[],
): Promise<EntityRecord[]> {
  return readRecords(engine, async () => {
    const model = openEntity(engine, ctx, entity, 'read')
    const nameable = nameableFor(engine, ctx, model)
    const fields = ['id', ...wanted.map(({ name }) => name)].flatMap((name) => nameable(name) ?? [])
    const hidden = ctx.system ? [] : presenterFields(engine, model, fields)
    const read = [...new Set([...fields, ...hidden])]
    const found = await readRows(engine, ctx, model, read, { query, rows })
    const shown = query.raw ? [] : fields
    const records = await presentPage(engine, ctx, model, { fields: read, shown, hidden }, found)
    for (const table of tables) await addTable(engine, ctx, model, table, records)
    return records
  })
}

/** The number of the row, under a name that no field has. */
const rowName = '~row'

async function readRows(
  engine: Engine,
  ctx: Context,
  model: Model,
  fields: readonly Field[],
  { query, rows }: Pick<ExportPlan, 'query' | 'rows'>,
): Promise<EntityRecord[]> {
  const { visibility } = whereOf(engine, ctx, model, query)
  const shape = `${model.id}|${visibility.key}|${fields.map(({ name }) => name).join()}`
  const { dialect } = engine.store
  const plan = pagePlans.of(engine, shape, () => {
    const columns = fields.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    const among = dialect.isOneOf(column('rid'), new Slot(1), 'integer')
    const seen = visibility.condition ? and([among, sql`(${visibility.condition})`]) : among
    return sql`select rid as ${sql.id(rowName)}, ${sql.join(columns)} from ${sql.table(model.table.name)} where ${seen}`
  })
  const reader = await readerFor(engine, model)
  const found = await reader.all<EntityRecord>(plan.with([ctx.actor.user, dialect.listParam(rows)]))
  const byRow = new Map(found.map((record) => [Number(record[rowName]), record]))
  return rows.flatMap((row) => byRow.get(row) ?? [])
}

async function addTable(
  engine: Engine,
  ctx: Context,
  model: Model,
  { field, fields }: ExportTable,
  records: readonly EntityRecord[],
): Promise<void> {
  const child = engine.models.get(field.rule.options ?? '')
  const own = model.byName.get(field.name)
  if (!child || own?.kind !== 'table' || !mayRead(engine, ctx, model, own)) return
  const ids = records.map(({ id }) => id)
  const rows = await engine.rows(child).childrenOf(await readerFor(engine, child), model.id, ids, field.name)
  const shown = new Set(fields.map(({ name }) => name))
  const isHidden = (one: Field) => !shown.has(one.name) || !mayRead(engine, ctx, model, one)
  const presented = await presentTable(engine, ctx, field, rows, (of) => of.fields.filter(isHidden))
  const byParent = Map.groupBy(presented, ({ parent }) => String(parent))
  for (const record of records) record[field.name] = byParent.get(record.id) ?? []
}
