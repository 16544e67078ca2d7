import { alreadyExists, recordNotFound } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { nextMicro } from '../../ground/utc-text.ts'
import { UniqueViolation } from '../../store/errors.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { requireRight } from '../people/permissions.ts'
import { secretPlace, systemPlace } from '../secrets/secret-values.ts'
import { column } from '../tables/plan.ts'
import { isRecord, type StoredRow } from '../tables/rows.ts'
import { announce } from '../writing/announce.ts'
import { checkUnique, takenProblem } from '../writing/check-unique.ts'
import { workOutFormulas } from '../writing/derive.ts'
import { requireUnlocked } from '../writing/locked-definitions.ts'
import { checkedId, invalidId } from '../writing/naming.ts'
import type { Body } from '../writing/parse-body.ts'
import { Problems } from '../writing/problems.ts'
import { noteWrite, touchOwn } from '../writing/rollups/note-writes.ts'
import { differenceOf, writeVersion } from '../writing/versions.ts'
import type { KeptPart } from './content/kept.ts'
import { contentOf, trashTables } from './content/tables.ts'
import { takeHistoryAlong } from './history-along.ts'
import { emptyDeadLinks, linkAgain, type Restoring } from './links.ts'
import { type Loss, Rebuilding, type RebuiltRecord, recordKey } from './rebuild.ts'
import { reviveEntity } from './restore-entity.ts'
import { settleUnique } from './unique.ts'

/** The caller's choice where the record cannot come back as it was. */
export interface RestoreOptions {
  /** Another id, when its own is taken. */
  newId?: string | null
  /** Other values of fields whose unique values are taken; other keys are ignored. */
  values?: Body
}

/** A record that came back, and what of it did not. */
export interface Restored {
  entity: string
  id: string
  losses: Loss[]
}

/**
 * Brings the record of a Trash Item back with everything that went with it, in the caller's transaction (reference:
 * http-api, Trash). No create behaviour runs. The caller has checked that the user sees the item. For a deleted entity
 * type the transaction must be one of `writeDefinitions`.
 * @throws Problem 404 when the item is gone, 403 without the right to create, 409 when its id or a unique value is taken
 */
export async function restoreFromTrash(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  item: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const items = engine.models.require('Trash Item')
  const stored = await engine.rows(items).byIdLocked(tx, item)
  if (!stored) throw recordNotFound(items.id, item)
  requireRight(engine, ctx, String(stored.ref_entity), 'create')
  requireUnlocked(engine, ctx, stored.ref_entity)
  const restoring: Restoring = { engine, ctx, tx, models: engine.models, newIds: new Map(), losses: [] }
  const restored = await restoreRecords(restoring, item, await contentOf(tx, item), options)
  if (restored.id !== stored.ref_id) await takeHistoryAlong(engine, tx, stored, restored)
  await forgetContent(tx, item)
  await engine.rows(items).remove(tx, stored.rid)
  announce(engine, ctx, tx, items, stored, { action: 'deleted' })
  return restored
}

/** Deletes what the trash keeps of an item. */
export async function forgetContent(tx: Tx, item: string): Promise<void> {
  for (const plan of trashTables.forget) await tx.run(plan.with([item]))
}

/** Brings back all records of an item; the main one decides about the others. */
async function restoreRecords(
  restoring: Restoring,
  item: string,
  parts: readonly KeptPart[],
  { newId, values = {} }: RestoreOptions,
): Promise<Restored> {
  const { engine, ctx, tx } = restoring
  const rebuilding = new Rebuilding(engine, tx)
  const [main] = await rebuilding.records(parts.filter(({ kind }) => kind === 'main' || kind === 'row'))
  if (!main?.isMain) throw recordNotFound('Trash Item', item)
  restoring.losses.push(...rebuilding.losses)
  engine.behaviours.get(main.model.id)?.guard?.('create', ctx, main.row)
  const was = String(main.row.id)
  await chooseId(restoring, main, newId?.trim())
  await settleUnique(engine, ctx, tx, main, values)
  const table = parts.find((part) => part.kind === 'table')
  if (table) await reviveEntity(restoring, main, table, was)
  const along = new Rebuilding(engine, tx, restoring.models)
  const others = await along.records(parts.filter(({ kind }) => kind !== 'main'))
  restoring.losses.push(...along.losses)
  const records = [main, ...(await withoutClashes(restoring, others))]
  await emptyDeadLinks(restoring, records)
  await openSecrets(restoring, item, records)
  for (const record of records) await bringBack(restoring, record)
  for (const part of parts) if (part.kind === 'links') await linkAgain(restoring, part)
  return { entity: main.model.id, id: String(main.row.id), losses: restoring.losses }
}

/** @throws Problem 409 when the id is taken, 417 for an invalid one */
async function chooseId(
  { engine, tx, newIds }: Restoring,
  { model, row }: RebuiltRecord,
  newId: string | undefined,
): Promise<void> {
  const old = String(row.id)
  const id = newId ? checkedId(engine, model, newId) : old
  const taken = await engine.rows(model).takenId(tx, id)
  if (taken !== undefined) throw alreadyExists(model.id, taken)
  if (id === old) return
  newIds.set(recordKey(model.table.name, old), id)
  row.id = id
  followId(engine, model, row)
}

/** Leaves out records that went with the main one and came in again meanwhile, such as a message sent twice. */
export async function withoutClashes(
  { engine, tx, losses }: Restoring,
  records: readonly RebuiltRecord[],
): Promise<RebuiltRecord[]> {
  const free: RebuiltRecord[] = []
  for (const record of records) {
    const { model, row } = record
    const problems = new Problems()
    const taken = await engine.rows(model).takenId(tx, String(row.id))
    if (taken === undefined) await checkUnique({ engine, tx, model, problems }, row, null)
    if (taken === undefined && problems.isEmpty) free.push(record)
    else {
      const message = alreadyExists(model.id, String(row.id)).detail
      losses.push({ model, id: String(row.id), fieldname: 'id', permlevel: 0, reason: 'invalid', message })
    }
  }
  return free
}

/** Sets the field that determines the id. @throws Problem 417 when the field can't have this value */
function followId(engine: Engine, model: Model, row: StoredRow): void {
  const { naming_rule, naming_value } = model.definition
  const naming = naming_rule === 'Field' ? model.stored.find((field) => field.name === naming_value) : undefined
  if (!naming) return
  const parsed = naming.type.parse(row.id, naming.rule, { toWallClock: (at) => engine.clock.instantToWall(at) })
  if ('problem' in parsed || parsed.value !== row.id) throw invalidId(String(row.id), naming.name)
  row[naming.name] = parsed.value
}

/** Puts the secrets into their rows; the write seals them for their places. */
async function openSecrets({ engine, tx }: Restoring, item: string, records: readonly RebuiltRecord[]): Promise<void> {
  const secrets = records.flatMap((record) => record.secrets)
  if (secrets.length === 0) return
  const rows = await tx.all<{ id: string; value: string }>(trashTables.secretsOf.with([item]))
  const sealed = new Map(rows.map(({ id, value }) => [id, value]))
  sealSecrets(engine, records, (secret) => {
    const value = sealed.get(secret)
    return value === undefined ? undefined : engine.vault.open(value, systemPlace('trash_secret', secret))
  })
}

/** Seals the secrets that `plainOf` knows for the rows that they belong to. */
export function sealSecrets(
  { vault }: Engine,
  records: readonly RebuiltRecord[],
  plainOf: (secret: string) => string | undefined,
): void {
  for (const { row, model, field, secret } of records.flatMap((record) => record.secrets)) {
    const text = plainOf(secret)
    if (text !== undefined) row[field.name] = vault.seal(text, secretPlace(model, field, String(row.id)))
  }
}

/** Writes a rebuilt record; no create behaviour runs. @throws Problem 409 when a unique value is taken */
export async function bringBack(restoring: Restoring, record: RebuiltRecord): Promise<void> {
  const { model, row, tables, isMain } = record
  const { engine, tx } = restoring
  // The files and messages that come along are not records of their own to the operation.
  const ctx = isMain ? restoring.ctx : { ...restoring.ctx, isPart: true }
  const id = String(row.id)
  await engine.behaviours.get(model.id)?.beforeRestore?.({ engine, ctx, tx, id, row, tables })
  const [now, before] = [engine.clock.nowUtc(), String(row.modified)]
  Object.assign(row, { modified: now > before ? now : nextMicro(before), modified_by: ctx.actor.user })
  const rules = rulesOf(engine, model)
  if (rules) workOutFormulas(engine, rules, row, tables)
  try {
    await engine.rows(model).insert(tx, row)
  } catch (error) {
    throw error instanceof UniqueViolation ? takenProblem(model, row, error.columns) : error
  }
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    const place = { parent: id, parent_entity: model.id, parent_field: field.name }
    for (const item of tables[field.name] ?? []) await engine.rows(child).insert(tx, Object.assign(item, place))
  }
  await bringRemovedBack(restoring, record)
  const data = differenceOf(engine, model, undefined, { row, tables })
  await writeVersion(engine, ctx, tx, { model, id, action: 'Created', data })
  noteWrite({ engine, ctx, tx }, model, undefined, { row, tables })
  touchOwn(engine, ctx, tx, model, id)
  announce(engine, ctx, tx, model, row, { action: 'created' })
}

/** Puts the values of removed fields where those of the other records wait for their fields to come back. */
async function bringRemovedBack({ engine, tx }: Restoring, { model, row, removed }: RebuiltRecord): Promise<void> {
  const id = String(row.id)
  if (removed.columns.length > 0) {
    const sets = sql.join(removed.columns.map((one) => sql`${column(one.column)} = ${one.value}`))
    await tx.run(sql`update ${sql.table(model.table.name)} set ${sets} where ${isRecord(id, fold(id))}`)
  }
  for (const { child, row: item, under } of removed.rows) {
    const place = { parent: id, parent_entity: model.id, parent_field: under }
    await engine.rows(child).insert(tx, Object.assign(item, place))
  }
}
