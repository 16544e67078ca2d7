import { alreadyExists, entityNotFound, invalid, notPermitted, refused } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'
import { invalidDefinition } from './definitions/behaviour.ts'
import { readDefinitions } from './definitions/load.ts'
import { isEntityName } from './definitions/validate.ts'
import type { Engine } from './engine.ts'
import { type Field, type Model, targetField } from './model.ts'
import type { Incoming } from './models.ts'
import { checkedId } from './naming.ts'
import { decide } from './permissions.ts'
import { and, column, Plan, Slot } from './plan.ts'
import { openEntity, requireOwnership } from './read.ts'
import type { StoredRow } from './rows.ts'
import { announce, lockVisible } from './save.ts'
import type { Context } from './types.ts'
import { writeVersion } from './versions.ts'

/**
 * Gives a record another id; everything that points there follows in the same transaction (contract 3.5).
 * @throws Problem 403, 404, 409, 417
 */
export async function renameRecord(
  engine: Engine,
  ctx: Context,
  entity: string,
  oldName: unknown,
  newName: unknown,
): Promise<{ new_name: string }> {
  const model = openEntity(engine, ctx, entity, 'write')
  const from = differentNames(oldName, newName)
  if (model.definition.allow_rename !== 1) throw invalid('{0} cannot be renamed', [{ translate: model.id }])
  const to = checkedId(model, newName)
  await engine.store.write(async (tx) => {
    const row = await lockVisible(engine, ctx, tx, model, from)
    engine.behaviours.get(model.id)?.guard?.('write', ctx, row)
    requireOwnership(engine, ctx, model, 'write', row)
    await moveRecord(engine, ctx, tx, model, row, to)
  })
  return { new_name: to }
}

/**
 * Gives an entity type another name. Its table stays; links, table rows, references and history follow.
 * @throws Problem 403, 404, 409, 417
 */
export async function renameEntity(
  engine: Engine,
  ctx: Context,
  oldName: unknown,
  newName: unknown,
): Promise<{ new_name: string }> {
  if (!decide(engine, ctx, 'Entity', 'write').allowed) throw notPermitted('write', 'Entity')
  const from = differentNames(oldName, newName)
  const model = engine.models.get(from)
  if (!model) throw entityNotFound(from)
  if (model.app === 'platform' || model.app === 'hq')
    throw refused({ text: '{0} cannot be renamed', args: [{ translate: from }] })
  const definitions = engine.models.require('Entity')
  const to = checkedId(definitions, newName)
  if (!isEntityName(to)) throw invalidDefinition({ text: '{0} is not a valid ID', args: [to] })
  await engine.store.writeAlone(async (tx) => {
    const row = await lockVisible(engine, ctx, tx, definitions, from)
    if (model.kind === 'Settings') {
      const single = await engine.rows(model).byId(tx, from)
      if (single) await moveId(engine, tx, model, single, to)
    }
    await moveRecord(engine, ctx, tx, definitions, row, to)
    await renameInDefinitions(engine, tx, from, to)
    const fresh = await readDefinitions(tx, engine.models, engine.builtIns)
    tx.afterCommit(() => engine.models.replaceAll(fresh))
  })
  return { new_name: to }
}

function differentNames(oldName: unknown, newName: unknown): string {
  const [from, to] = [oldName, newName].map((name) => (typeof name === 'string' ? name.trim() : ''))
  if (!from || !to || from === to) throw invalid('Choose a different name')
  return from
}

async function moveRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  row: StoredRow & { rid: number },
  to: string,
): Promise<void> {
  const from = String(row.id)
  const taken = await engine.rows(model).takenId(tx, to)
  if (taken !== undefined && taken !== from) throw alreadyExists(model.id, taken)
  await moveId(engine, tx, model, row, to)
  for (const field of model.tables) await moveRows(engine, tx, model, field, from, to)
  for (const link of engine.models.incoming(model.id)) await moveLinks(engine, tx, model, link, from, to)
  await moveHistory(engine, tx, model, from, to)
  await writeVersion(engine, ctx, tx, model, to, 'Renamed', { changed: [['id', from, to]], added: [], removed: [] })
  await engine.behaviours.get(model.id)?.renamed?.(engine, ctx, tx, from, to)
  announce(engine, ctx, tx, model, { ...row, id: from }, { action: 'renamed', newId: to })
}

async function moveId(
  engine: Engine,
  tx: Tx,
  model: Model,
  row: StoredRow & { rid: number },
  to: string,
): Promise<void> {
  const plan = new Plan(
    engine.store.dialect,
    sql`update ${sql.table(model.table.name)} set id = ${new Slot(1)}, id_fold = ${new Slot(2)} where rid = ${new Slot(0)}`,
  )
  await plan.run(tx, [row.rid, to, fold(to)])
  const { naming_rule, naming_value } = model.definition
  const naming = naming_rule === 'Field' ? model.stored.find((field) => field.name === naming_value) : undefined
  const now = engine.clock.nowUtc()
  const moved: StoredRow = { ...row, id: to, modified: now, ...(naming ? { [naming.name]: to } : {}) }
  // Written through the rows, so that the search index learns the new id too.
  const indexed = model.stored.find((field) => model.table.search.includes(field.fold))
  await engine.rows(model).update(tx, row.rid, moved, naming ? [naming] : indexed ? [indexed] : [])
}

async function moveRows(engine: Engine, tx: Tx, model: Model, field: Field, from: string, to: string): Promise<void> {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return
  const plan = new Plan(
    engine.store.dialect,
    sql`update ${sql.table(child.table.name)} set parent = ${new Slot(2)}
      where parent = ${new Slot(1)} and parent_entity = ${new Slot(0)}`,
  )
  await plan.run(tx, [model.id, from, to])
}

/** Links are part of the search index, so each linking row is written through its own statements. */
async function moveLinks(
  engine: Engine,
  tx: Tx,
  model: Model,
  link: Incoming,
  from: string,
  to: string,
): Promise<void> {
  const { field } = link
  if (field.system) return
  const naming = link.dynamic ? targetField(link.model, field) : undefined
  const points = sql`${column(field.column)} = ${new Slot(0)}`
  const here = naming ? and([points, sql`${column(naming.column)} = ${new Slot(1)}`]) : points
  const plan = new Plan(engine.store.dialect, sql`select id from ${sql.table(link.model.table.name)} where ${here}`)
  const rows = engine.rows(link.model)
  for (const { id } of await plan.all<{ id: string }>(tx, [from, model.id])) {
    const row = await rows.byId(tx, id)
    if (row) await rows.update(tx, row.rid, { ...row, [field.name]: to }, [field])
  }
  tx.afterCommit(() => engine.counts.drop(link.model.id))
}

async function moveHistory(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  const versions = engine.models.get('Version')
  if (!versions) return
  const plan = new Plan(
    engine.store.dialect,
    sql`update ${sql.table(versions.table.name)} set c_ref_id = ${new Slot(2)}, f_ref_id = ${new Slot(3)}
      where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)}`,
  )
  await plan.run(tx, [model.id, from, to, fold(to)])
}

/** The type's name where it stands outside records: options of fields, owners of table rows, history, table names. */
async function renameInDefinitions(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  await engine.system.renameTable.run(tx, [from, to])
  const fields = engine.models.require('Entity Field')
  const rows = engine.rows(fields)
  const naming = new Plan(
    engine.store.dialect,
    sql`select id from ${sql.table(fields.table.name)} where c_options = ${new Slot(0)} and c_fieldtype in ('Link', 'Table')`,
  )
  const options = fields.stored.filter((field) => field.name === 'options')
  for (const { id } of await naming.all<{ id: string }>(tx, [from])) {
    const row = await rows.byId(tx, id)
    if (row) await rows.update(tx, row.rid, { ...row, options: to }, options)
  }
  for (const child of engine.models.all().filter((model) => model.kind === 'Table')) {
    const table = sql.table(child.table.name)
    const own = sql`update ${table} set parent_entity = ${new Slot(1)} where parent_entity = ${new Slot(0)}`
    await new Plan(engine.store.dialect, own).run(tx, [from, to])
  }
  const versions = engine.models.get('Version')
  if (!versions) return
  const history = sql`update ${sql.table(versions.table.name)} set c_ref_entity = ${new Slot(1)}, f_ref_entity = ${new Slot(2)}
    where c_ref_entity = ${new Slot(0)}`
  await new Plan(engine.store.dialect, history).run(tx, [from, to, fold(to)])
}
