import { alreadyExists, type VersionData } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { nextMicro } from '../../ground/utc-text.ts'
import { UniqueViolation } from '../../store/errors.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import type { Context } from '../people/actor.ts'
import { readTables } from '../reading/read.ts'
import { secretsFor } from '../secrets/secret-values.ts'
import { and, column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { announce } from './announce.ts'
import { moveKeptLinks } from './kept-links.ts'
import { concernsRollups, noteRow, noteWrite, touchOwn } from './rollups/note-writes.ts'
import { writeVersion } from './versions.ts'

/**
 * Gives the row its new id and updates everything that refers to it, in the caller's transaction.
 * @throws Problem 409 when the id is taken
 */
export async function moveRecord(
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
  const tables = concernsRollups(engine, model) ? await readTables(engine, tx, model, from) : {}
  const at = await moveId(engine, ctx, tx, model, row, to)
  await moveReferences(engine, tx, model, from, to)
  noteWrite({ engine, ctx, tx }, model, { row, tables }, undefined)
  touchOwn(engine, ctx, tx, model, to)
  const data = { changed: [['id', from, to]], added: [], removed: [] } satisfies VersionData
  await writeVersion(engine, ctx, tx, { model, id: to, action: 'Renamed', data, at })
  await engine.behaviours.get(model.id)?.renamed?.(engine, ctx, tx, from, to)
  announce(engine, ctx, tx, model, { ...row, id: from }, { action: 'renamed', newId: to })
}

/** Writes the new id, and the field that determines the id. Resolves to the new `modified`. */
export async function moveId(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  row: StoredRow & { rid: number },
  to: string,
): Promise<string> {
  const plan = new Plan(
    sql`update ${sql.table(model.table.name)} set id = ${new Slot(1)}, id_fold = ${new Slot(2)} where rid = ${new Slot(0)}`,
  )
  try {
    await tx.run(plan.with([row.rid, to, fold(to)]))
  } catch (error) {
    throw error instanceof UniqueViolation ? alreadyExists(model.id, to) : error
  }
  const { naming_rule, naming_value } = model.definition
  const naming = naming_rule === 'Field' ? model.stored.find((field) => field.name === naming_value) : undefined
  const [now, before] = [engine.clock.nowUtc(), String(row.modified)]
  const modified = now > before ? now : nextMicro(before)
  const named = naming ? { [naming.name]: to } : {}
  const secrets = secretsFor(engine, model, row, to)
  const moved: StoredRow = { ...row, id: to, modified, modified_by: ctx.actor.user, ...named, ...secrets }
  const changed = model.stored.filter((field) => field === naming || Object.hasOwn(secrets, field.name))
  await engine.rows(model).update(tx, row.rid, moved, changed)
  return modified
}

/** Updates table rows, links and history with the new id. */
export async function moveReferences(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  for (const field of model.tables) await moveRows(engine, tx, model, field, from, to)
  for (const link of engine.models.incoming(model.id)) await moveLinks(engine, tx, model, link, from, to)
  await moveKeptLinks(engine, tx, model, from, to)
  await moveHistory(engine, tx, model, from, to)
}

async function moveRows(engine: Engine, tx: Tx, model: Model, field: Field, from: string, to: string): Promise<void> {
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return
  const plan = new Plan(sql`update ${sql.table(child.table.name)} set parent = ${new Slot(2)}
      where parent = ${new Slot(1)} and parent_entity = ${new Slot(0)}`)
  await tx.run(plan.with([model.id, from, to]))
}

/** Links are part of the search index, so each linking row is updated through its own statements. */
export async function moveLinks(
  engine: Engine,
  tx: Tx,
  model: Model,
  link: IncomingLink,
  from: string,
  to: string | null,
): Promise<void> {
  const { field } = link
  if (field.system) return
  if (link.model.definition.is_log) return moveLogLinks(engine, tx, model, link, from, to)
  const naming = link.dynamic ? targetField(link.model, field) : undefined
  const points = sql`${column(field.column)} = ${new Slot(0)}`
  const here = naming ? and([points, sql`${column(naming.column)} = ${new Slot(1)}`]) : points
  const plan = new Plan(sql`select id from ${sql.table(link.model.table.name)} where ${here}`)
  const rows = engine.rows(link.model)
  for (const { id } of await tx.all<{ id: string }>(plan.with([from, model.id]))) {
    const row = await rows.byId(tx, id)
    if (!row) continue
    const moved = { ...row, [field.name]: to }
    await rows.update(tx, row.rid, moved, [field])
    await noteRow(engine, tx, link.model, row, moved)
  }
  tx.afterCommit(() => engine.generations.bump(link.model.id))
}

/** Logs are long, and have neither a search index nor folded columns. */
async function moveLogLinks(
  engine: Engine,
  tx: Tx,
  model: Model,
  { model: log, field, dynamic }: IncomingLink,
  from: string,
  to: string | null,
): Promise<void> {
  const naming = dynamic ? targetField(log, field) : undefined
  const points = sql`${column(field.column)} = ${new Slot(0)}`
  const here = naming ? and([points, sql`${column(naming.column)} = ${new Slot(1)}`]) : points
  const plan = new Plan(
    sql`update ${sql.table(log.table.name)} set ${column(field.column)} = ${new Slot(2)} where ${here}`,
  )
  await tx.run(plan.with([from, model.id, to]))
  tx.afterCommit(() => engine.generations.bump(log.id))
}

async function moveHistory(engine: Engine, tx: Tx, model: Model, from: string, to: string): Promise<void> {
  const versions = engine.models.get('Version')
  if (!versions) return
  const plan = new Plan(sql`update ${sql.table(versions.table.name)} set c_ref_id = ${new Slot(2)}
      where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)}`)
  await tx.run(plan.with([model.id, from, to]))
  const operations = engine.models.get('Operation Log')
  if (!operations) return
  // Through the versions, whose index finds those of one record.
  const ids = sql`select c_operation_id from ${sql.table(versions.table.name)}
      where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(2)}`
  const rename = new Plan(sql`update ${sql.table(operations.table.name)} set c_ref_id = ${new Slot(2)}
      where id_fold in (${ids}) and c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)}`)
  await tx.run(rename.with([model.id, from, to]))
  tx.afterCommit(() => engine.generations.bump(operations.id))
}
