import { type EntityRecord, invalid, notPermitted, type Right, recordNotFound } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, requireRight, rightsOf } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import { and, Plans, Slot } from '../tables/plan.ts'
import { isRecord, type StoredRow, type StoredTables } from '../tables/rows.ts'
import { addCallerKeys } from './caller-keys.ts'
import { countedOf } from './counted.ts'
import { presentedFields, presentRow } from './present.ts'
import { addLinkTitles, recordLinks } from './titles.ts'

const visiblePlans = new Plans()

/** One record with its table rows, link titles and badges (reference: http-api, Reading). @throws Problem 403, 404, 417 */
export function getRecord(engine: Engine, ctx: Context, entity: string, id: string): Promise<EntityRecord> {
  return readRecords(engine, async () => {
    const { record, row, tables } = await readRecord(engine, ctx, entity, id)
    const { presentAlone } = engine.behaviours.get(entity) ?? {}
    const alone = presentAlone ? await presentAlone(engine, ctx, record, row) : record
    const model = engine.models.require(entity)
    for (const carry of engine.alongside) Object.assign(alone, await carry(engine, ctx, model, record.id))
    return addCallerKeys(engine, ctx, model, alone, { row, tables })
  })
}

async function readRecord(engine: Engine, ctx: Context, entity: string, id: string): Promise<ReadRecord> {
  const model = openEntity(engine, ctx, entity, 'read')
  const row = await findVisible(engine, ctx, model, id, engine.store)
  engine.behaviours.get(model.id)?.guard?.('read', ctx, row)
  const tables = await readTables(engine, engine.store, model, row.id as string)
  return { record: await presentRecord(engine, ctx, model, row, tables), row, tables }
}

/** A record as presented, and its stored row. */
interface ReadRecord {
  record: EntityRecord
  row: StoredRow
  tables: StoredTables
}

/** True when the user may read this record; false also when it doesn't exist. */
export function canReadRecord(engine: Engine, ctx: Context, entity: string, id: string): Promise<boolean> {
  return readRecords(engine, () => isReadable(engine, ctx, engine.store, entity, id))
}

/** `canReadRecord` inside a transaction. */
export async function isReadable(
  engine: Engine,
  ctx: Context,
  reader: Reader,
  entity: string,
  id: string,
): Promise<boolean> {
  const model = engine.models.get(entity)
  if (!model || model.kind === 'Table') return false
  if (!ctx.system && rightsOf(engine, ctx.actor, model).read === 'none') return false
  return (await readVisible(engine, ctx, model, id, reader)) !== undefined
}

/** The presented record, when the user has this right on it. @throws Problem 403, 404, 417 */
export async function requireRecord(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string,
  right: Right,
): Promise<EntityRecord> {
  const model = requireRight(engine, ctx, entity, right)
  const { record } = await readRecords(engine, () => readRecord(engine, ctx, entity, id))
  if (right !== 'read') engine.behaviours.get(entity)?.guard?.(right, ctx, record)
  requireOwnership(engine, ctx, model, right, record)
  return record
}

/** @throws Problem 403 when the right holds only for own records and this is another user's */
export function requireOwnership(
  engine: Engine,
  ctx: Context,
  model: Model,
  right: Right,
  record: Readonly<Record<string, unknown>>,
): void {
  if (ctx.system || right === 'create') return
  if (rightsOf(engine, ctx.actor, model)[right] === 'own' && record.owner !== ctx.actor.user) {
    throw notPermitted(right, model.id)
  }
}

/**
 * The stored row, if this user may see it.
 * @throws Problem 404 when it doesn't exist, 403 when it is not visible; where ids can be guessed, a user with limited
 * visibility gets 403 for both, so that they don't learn which records exist
 */
export async function findVisible(
  engine: Engine,
  ctx: Context,
  model: Model,
  id: string,
  reader: Reader,
): Promise<StoredRow & { rid: number }> {
  const row = await readVisible(engine, ctx, model, id, reader)
  if (row) return row
  const hidden = visibilityOf(engine, ctx, model).condition !== undefined && !hasRandomIds(engine, ctx, model)
  if (hidden || (await engine.rows(model).exists(reader, id))) throw notPermitted('read', model.id)
  throw recordNotFound(model.id, id)
}

/** True when ids are random, so that they need not be hidden. Users who see only own records never learn other ids. */
function hasRandomIds(engine: Engine, ctx: Context, model: Model): boolean {
  const isRandom = !engine.behaviours.get(model.id)?.newId && (model.definition.naming_rule ?? 'Hash') === 'Hash'
  return isRandom && rightsOf(engine, ctx.actor, model).read !== 'own'
}

/** Stored rows of every Table field. */
export async function readTables(
  engine: Engine,
  reader: Reader,
  model: Model,
  id: string,
): Promise<Record<string, StoredRow[]>> {
  const tables: Record<string, StoredRow[]> = {}
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    tables[field.name] = child ? await engine.rows(child).children(reader, model.id, id, field.name) : []
  }
  return tables
}

/** Converts a stored row for this user: only fields that they may read, with wire values. */
export async function presentRecord(
  engine: Engine,
  ctx: Context,
  model: Model,
  row: Readonly<StoredRow>,
  tables: Readonly<Record<string, readonly StoredRow[]>>,
): Promise<EntityRecord> {
  const { rid: _, ...columns } = row
  const record = columns as unknown as EntityRecord
  const hidden = ctx.system ? [] : hiddenFields(engine, ctx, model, row)
  for (const field of hidden) delete record[field.name]
  await addLinkTitles(engine, ctx, model, without(recordLinks(model), hidden), [record])
  presentRow(engine, presentedFields(engine, model), record)
  for (const field of model.tables) {
    if (hidden.includes(field)) continue
    record[field.name] = await presentTable(engine, ctx, field, tables[field.name] ?? [], (child) =>
      ctx.system ? [] : hiddenFields(engine, ctx, model, row, child),
    )
  }
  await addCounts(engine, model, [record])
  const { present, enrich } = engine.behaviours.get(model.id) ?? {}
  await enrich?.(engine, ctx, [record])
  return present && !ctx.system ? present(record, ctx, engine) : record
}

/** Adds the counted numbers to the records. */
export async function addCounts(engine: Engine, model: Model, records: readonly EntityRecord[]): Promise<void> {
  const counted = countedOf(engine, model)
  if (!counted) return
  const carried = await counted.carriedBy(
    engine,
    model,
    records.map((record) => record.id),
  )
  for (const record of records) record[counted.name] = carried(record.id)
}

/**
 * The model of an entity whose records can be addressed, when the user has the right on it.
 * @throws Problem 404, 417 for a table entity, whose rows are reached only through their parents (reference: metadata,
 * Table rows), 403
 */
export function openEntity(engine: Engine, ctx: Context, entity: string, right: Right): Model {
  if (engine.models.require(entity).kind === 'Table') throw invalid('{0} is a table entity', [{ translate: entity }])
  return requireRight(engine, ctx, entity, right)
}

async function readVisible(
  engine: Engine,
  ctx: Context,
  model: Model,
  id: string,
  reader: Reader,
): Promise<(StoredRow & { rid: number }) | undefined> {
  const visibility = visibilityOf(engine, ctx, model)
  if (!visibility.condition) return engine.rows(model).byId(reader, id)
  const { condition } = visibility
  const plan = visiblePlans.of(engine, `${model.id}|${visibility.key}`, () => {
    const isIt = isRecord(new Slot(1), new Slot(2))
    return sql`select 1 as found from ${sql.table(model.table.name)} where ${and([isIt, sql`(${condition})`])}`
  })
  const row = await engine.rows(model).byId(reader, id)
  return row && (await reader.get(plan.with([ctx.actor.user, id, fold(id)]))) ? row : undefined
}

/** Table rows as this user sees them, without the fields that `hiddenIn` names. */
export async function presentTable(
  engine: Engine,
  ctx: Context,
  field: Field,
  rows: readonly StoredRow[],
  hiddenIn: (child: Model) => readonly Field[],
): Promise<EntityRecord[]> {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return []
  const records = rows.map(({ rid: _, ...columns }) => columns as unknown as EntityRecord)
  const hidden = hiddenIn(child)
  for (const one of hidden) for (const record of records) delete record[one.name]
  await addLinkTitles(engine, ctx, child, without(child.links, hidden), records)
  for (const record of records) presentRow(engine, presentedFields(engine, child), record)
  return records
}

/** Fields of the record, or of the rows of one of its tables, that this user may not see. */
function hiddenFields(
  engine: Engine,
  ctx: Context,
  model: Model,
  row: Readonly<StoredRow>,
  of: Model = model,
): readonly Field[] {
  const rights = rightsOf(engine, ctx.actor, model)
  if (rights.levelRead === 'all') return []
  const own = row.owner === ctx.actor.user
  return of.fields.filter((field) => !canReadField(rights, field, own))
}

const without = (fields: readonly Field[], hidden: readonly Field[]) =>
  fields.filter((field) => !hidden.includes(field))
