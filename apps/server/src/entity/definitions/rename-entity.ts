import { entityNotFound, notPermitted, refused } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeDefinitions } from '../model/definition-lock.ts'
import { fieldKey, namesEntityInOptions } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { decide } from '../people/permissions.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { renameInKeptFields } from '../writing/kept-links.ts'
import { lockVisible } from '../writing/lock-visible.ts'
import { requireUnlocked } from '../writing/locked-definitions.ts'
import { moveId, moveRecord, moveReferences } from '../writing/move.ts'
import { checkedId, seriesPrefix } from '../writing/naming.ts'
import { nameOperation } from '../writing/operation-kind.ts'
import { differentNames } from '../writing/rename.ts'
import { invalidDefinition } from './behaviour.ts'
import { yieldName } from './given-names.ts'
import { isOwnApp } from './load.ts'
import { reloadDefinitions } from './reload.ts'
import { renameEntityInRollups } from './rename-in-rollups.ts'
import { isEntityName } from './validate.ts'

/**
 * Renames an entity type. Its table keeps its name; links, table rows, references and history get the new name.
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
  if (isOwnApp(model.app)) throw refused({ text: '{0} cannot be renamed', args: [{ translate: from }] })
  const definitions = engine.models.require('Entity')
  const to = checkedId(engine, definitions, newName)
  if (!isEntityName(to)) throw invalidDefinition({ text: '{0} is not a valid ID', args: [to] })
  requireUnlocked(engine, ctx, definitions.id)
  nameOperation(engine, ctx, definitions, 'Rename')
  await writeDefinitions(engine, (tx) => moveEntity(engine, ctx, tx, from, to))
  return { new_name: to }
}

/** Renames an entity type inside a transaction of `writeDefinitions`. */
export async function moveEntity(engine: Engine, ctx: Context, tx: Tx, from: string, to: string): Promise<void> {
  const model = engine.models.require(from)
  const definitions = engine.models.require('Entity')
  const row = await lockVisible(engine, ctx, tx, definitions, from)
  await yieldName(engine, tx, to)
  const single = model.kind === 'Settings' ? await engine.rows(model).byId(tx, from) : undefined
  if (single) {
    // Runs while all references still have the old name.
    await moveId(engine, ctx, tx, model, single, to)
    await moveReferences(engine, tx, model, from, to)
  }
  await moveRecord(engine, ctx, tx, definitions, row, to)
  await nameDefinition(engine, tx, definitions, to)
  await followEntityName(engine, tx, model, from, to)
  await reloadDefinitions(engine, tx)
}

/** Renames the type wherever it is named but by links: in definitions, histories, series, and as plain text. */
export async function followEntityName(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  await renameInDefinitions(engine, tx, model, from, to)
  await renameEntityInRollups(engine, tx, from, to)
  await renameWhereNamed(engine, tx, from, to)
  await engine.ownTexts?.renamed(engine, tx, from, to)
  await renameInKeptFields(engine, tx, from, to)
}

/** `entity_name` always equals the id, and clients must read the meta again. */
export async function nameDefinition(engine: Engine, tx: Tx, definitions: Model, id: string): Promise<void> {
  const rows = engine.rows(definitions)
  const row = await rows.byId(tx, id)
  const changed = definitions.stored.filter(({ name }) => name === 'entity_name' || name === 'schema_version')
  const version = Number(row?.schema_version ?? 0) + 1
  if (row) await rows.update(tx, row.rid, { ...row, entity_name: id, schema_version: version }, changed)
}

/** Renames the type outside records: in options of fields, owners of table rows, history and table names. */
async function renameInDefinitions(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  await tx.run(engine.system.renameTable.with([from, to]))
  const prefix = seriesPrefix(engine, model)
  if (prefix !== undefined) await tx.run(engine.system.renameSeries.with([`${from} ${prefix}`, `${to} ${prefix}`]))
  const fields = engine.models.require('Entity Field')
  const rows = engine.rows(fields)
  const types = sql.join([...engine.types.values()].filter(namesEntityInOptions).map(({ type }) => sql`${type}`))
  const naming = new Plan(
    sql`select id from ${sql.table(fields.table.name)} where c_options = ${new Slot(0)} and c_fieldtype in (${types})`,
  )
  const options = fields.stored.filter((field) => field.name === 'options')
  for (const { id } of await tx.all<{ id: string }>(naming.with([from]))) {
    const row = await rows.byId(tx, id)
    if (row) await rows.update(tx, row.rid, { ...row, options: to }, options)
  }
  for (const child of engine.models.all().filter(({ kind }) => kind === 'Table')) {
    const table = sql.table(child.table.name)
    const own = sql`update ${table} set parent_entity = ${new Slot(1)} where parent_entity = ${new Slot(0)}`
    await tx.run(new Plan(own).with([from, to]))
  }
  const versions = engine.models.get('Version')
  if (!versions) return
  const history = sql`update ${sql.table(versions.table.name)} set c_ref_entity = ${new Slot(1)}
    where c_ref_entity = ${new Slot(0)}`
  await tx.run(new Plan(history).with([from, to]))
}

/** A plain text or Select field may also hold the entity of a Dynamic Link; it is not a link itself. */
async function renameWhereNamed(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  const naming = engine.models.all().flatMap((model) =>
    model.links
      .filter((link) => link.type.links === 'field')
      .flatMap((link) =>
        model.stored.filter(({ name, type }) => name === link.rule.options && type.links === undefined),
      )
      .map((field) => ({ model, field })),
  )
  for (const { model, field } of naming) {
    const rows = engine.rows(model)
    const named = new Plan(
      sql`select id from ${sql.table(model.table.name)} where ${column(field.column)} = ${new Slot(0)}`,
    )
    for (const { id } of await tx.all<{ id: string }>(named.with([from]))) {
      const row = await rows.byId(tx, id)
      if (row) await rows.update(tx, row.rid, { ...row, [field.name]: to }, [field])
    }
    if (field.type.needsOptions) await renameOption(engine, tx, fieldKey(field), from, to)
    tx.afterCommit(() => engine.generations.bump(model.id))
  }
}

async function renameOption(engine: Engine, tx: Tx, fieldRow: string, from: string, to: string): Promise<void> {
  const fields = engine.models.require('Entity Field')
  const rows = engine.rows(fields)
  const row: (StoredRow & { rid: number }) | undefined = await rows.byId(tx, fieldRow)
  if (typeof row?.options !== 'string') return
  const options = row.options
    .split('\n')
    .map((line) => (line.trim() === from ? to : line))
    .join('\n')
  await rows.update(
    tx,
    row.rid,
    { ...row, options },
    fields.stored.filter(({ name }) => name === 'options'),
  )
}
