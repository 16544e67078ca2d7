import { notPermitted } from '@tavla/contract'
import { nextMicro } from '../../ground/utc-text.ts'
import { UniqueViolation } from '../../store/errors.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canWriteField, rightsOf } from '../people/permissions.ts'
import { findVisible, readTables, requireOwnership } from '../reading/read.ts'
import { readSettings } from '../settings.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Change } from '../types.ts'
import { checkLinks } from './check-links.ts'
import { checkUnique, takenProblem } from './check-unique.ts'
import { checkTables, type ParsedTables, parseTables, tablesDiffer, writeTables } from './child-rows.ts'
import { newId } from './naming.ts'
import { applyDefaults, type Body, parseValues, writableBody } from './parse-body.ts'
import { Problems } from './problems.ts'
import { refuseStale } from './stale.ts'
import { differenceOf, writeVersion } from './versions.ts'
import type { Writing } from './writing.ts'

/** A stored record after a write. */
export interface SavedRecord {
  /** The entity under which the record was written. */
  model: Model
  row: StoredRow
  tables: StoredTables
  /** False when nothing differed: then nothing was written and no event is sent. */
  written: boolean
}

/** The record before the write. */
interface RecordBefore {
  row: StoredRow & { rid: number }
  tables: StoredTables
}

/**
 * Inserts a new record inside a transaction; the only function that does (docs/architecture.md). The order is: id,
 * defaults, coercion, required, behaviour, links, unique; then rows, version and, after the commit, the event.
 */
export async function insertRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  body: Body,
): Promise<SavedRecord> {
  const writing = startWriting(engine, ctx, tx, model, true, body)
  const { sent, problems } = writing
  writing.values = parseValues(writing, model, sent, null)
  const row: StoredRow = {
    ...{ id: null, owner: null, creation: null, modified: null, modified_by: null },
    ...writing.values,
  }
  const invalidFields = model.stored.filter(
    (field) => Object.hasOwn(sent, field.name) && !Object.hasOwn(row, field.name),
  )
  applyDefaults(engine, ctx, model, row)
  const tables = parseTables(writing, {})
  const naming = blankNamingField(model, row)
  if (naming) {
    noteMissing(writing, row, tables.rows, invalidFields)
    if (!naming.meta.reqd) problems.missing(naming)
    problems.throwIfAny()
  }
  row.id = await newId(engine, ctx, tx, model, sent.id, row)

  const now = engine.clock.nowUtc()
  const owner = ctx.system && typeof sent.owner === 'string' ? sent.owner : ctx.actor.user
  Object.assign(row, { owner, creation: now, modified: now, modified_by: ctx.actor.user })
  for (const name of ['creation', 'modified'] as const) {
    if (ctx.system && typeof sent[name] === 'string') row[name] = sent[name]
  }
  const change = startChange(writing, row, tables.rows)
  noteMissing(writing, row, tables.rows, invalidFields)
  await engine.behaviours.get(model.id)?.beforeSave?.(change)
  await checkRecord(writing, row, tables)

  await mapUniqueViolation(model, row, () => engine.rows(model).insert(tx, row))
  await writeTables(writing, row, {}, tables.rows)
  await finish(change, row)
  return { model, row, tables: tables.rows, written: true }
}

/** Changes a record; the only function that does. Absent keys stay unchanged. */
export async function changeRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  body: Body,
): Promise<SavedRecord> {
  const stored = await lockVisible(engine, ctx, tx, model, id)
  engine.behaviours.get(model.id)?.guard?.('write', ctx, stored)
  requireOwnership(engine, ctx, model, 'write', stored)
  refuseStale(engine, stored, body.modified)
  const own = stored.owner === ctx.actor.user
  const writing = startWriting(engine, ctx, tx, model, own, { ...body, id: stored.id })
  const values = parseValues(writing, model, writing.sent, stored)
  writing.values = values
  const row: StoredRow = { ...stored, ...values }
  const before: RecordBefore = { row: stored, tables: await readTables(engine, tx, model, String(stored.id)) }
  const tables = parseTables(writing, before.tables)

  const change = startChange(writing, row, tables.rows, before)
  noteMissing(writing, row, tables.rows, [])
  await engine.behaviours.get(model.id)?.beforeSave?.(change)
  await checkRecord(writing, row, tables, before)

  const changed = model.stored.filter((field) => (row[field.name] ?? null) !== (stored[field.name] ?? null))
  const written = changed.length > 0 || tablesDiffer(model, before.tables, tables.rows)
  if (written) {
    const now = engine.clock.nowUtc()
    row.modified = now > String(stored.modified) ? now : nextMicro(String(stored.modified))
    row.modified_by = ctx.actor.user
    await mapUniqueViolation(model, row, () => engine.rows(model).update(tx, stored.rid, row, changed))
    await writeTables(writing, row, before.tables, tables.rows)
    await finish(change, row, before)
  } else if (Object.keys(values).length > 0) {
    await engine.behaviours.get(model.id)?.afterSave?.(change)
  }
  return { model, row, tables: tables.rows, written }
}

/** The row under the write lock, if this user may see it. @throws Problem 403, 404 */
export async function lockVisible(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  right: 'write' | 'delete' = 'write',
): Promise<StoredRow & { rid: number }> {
  const row = await engine.rows(model).byIdLocked(tx, id)
  if (row && (ctx.system || ctx.actor.all)) return row
  const rights = rightsOf(engine, ctx.actor, model)
  if (rights.read === 'none') {
    if (row) return row
    if (rights[right] === 'own' && !ctx.system) throw notPermitted(right, model.id)
  }
  return findVisible(engine, ctx, model, id, tx)
}

/** Sends the event to the listeners once the write is durable. */
export function announce(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
  what: { action: 'created' | 'updated' | 'deleted' | 'renamed'; newId?: string; changed?: readonly Field[] },
): void {
  tx.afterCommit(() =>
    engine.emit({
      entity: model.id,
      id: String(row.id),
      action: what.action,
      newId: what.newId ?? null,
      modified: row.modified == null ? null : String(row.modified),
      user: ctx.actor.user,
      owner: row.owner == null ? null : String(row.owner),
      ctx,
      changed: (what.changed ?? []).filter((field) => field.permlevel === 0).map((field) => field.name),
    }),
  )
}

function startWriting(engine: Engine, ctx: Context, tx: Tx, model: Model, own: boolean, body: Body): Writing {
  const { incoming } = engine.behaviours.get(model.id) ?? {}
  const named = incoming ? incoming({ ...body }, ctx, engine) : body
  const sent = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), own, named)
  return { engine, ctx, tx, model, sent, values: {}, vouched: new Set(), own, problems: new Problems() }
}

function startChange(writing: Writing, row: StoredRow, tables: StoredTables, before?: RecordBefore): Change {
  const { engine, ctx, tx, model, sent, vouched, problems } = writing
  return {
    engine,
    model,
    ctx,
    action: before ? 'update' : 'create',
    tx,
    id: String(row.id),
    before: before ? { ...before.row, ...before.tables } : null,
    after: row,
    tables,
    sent,
    isRefused: () => !problems.isEmpty,
    reject: (fieldname, message, type) => problems.note(fieldname, message, type),
    require: (fieldname) => problems.missing(model.byName.get(fieldname) as Field),
    vouchFor: (fieldname) => vouched.add(fieldname),
    afterCommit: (run) => tx.afterCommit(run),
  }
}

/** The blank field that determines the id. The user is told of the field, because no form shows the id. */
function blankNamingField(model: Model, row: Readonly<StoredRow>): Field | undefined {
  const { naming_rule, naming_value } = model.definition
  const field = naming_rule === 'Field' ? model.stored.find((one) => one.name === naming_value) : undefined
  return field && row[field.name] == null ? field : undefined
}

function noteMissing(
  { engine, ctx, model, own, problems }: Writing,
  row: Readonly<StoredRow>,
  tables: Readonly<StoredTables>,
  invalidFields: readonly Field[],
): void {
  const rights = rightsOf(engine, ctx.actor, model)
  for (const field of model.fields) {
    if (!field.meta.reqd || field.kind === 'flag' || invalidFields.includes(field)) continue
    if (!ctx.system && (field.readOnly || !canWriteField(rights, field, own))) continue
    const blank = field.kind === 'table' ? (tables[field.name] ?? []).length === 0 : row[field.name] == null
    if (blank) problems.missing(field)
  }
}

/** Checks the whole record: its rows, links and unique values. @throws Problem with all faults */
async function checkRecord(
  writing: Writing,
  row: StoredRow,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { engine, ctx, tx, model, values, vouched, problems } = writing
  await checkTables(writing, tables, before?.tables ?? {})
  const isSent = ({ name }: Field) => !vouched.has(name) && Object.hasOwn(values, name) && values[name] === row[name]
  await checkLinks({ engine, ctx, tx, problems }, { model, row, before: before?.row ?? null, isSent })
  await checkUnique(writing, row, before?.row ?? null)
  problems.throwIfAny()
}

async function finish(change: Change, row: StoredRow, before?: RecordBefore): Promise<void> {
  const { engine, ctx, model, tx } = change
  const difference = differenceOf(engine, model, before, { row, tables: change.tables })
  await writeVersion(engine, ctx, tx, {
    model,
    id: change.id,
    action: before ? 'Updated' : 'Created',
    data: difference,
  })
  await engine.behaviours.get(model.id)?.afterSave?.(change)
  if (model.id === 'System Settings') tx.afterCommit(() => engine.useSettings(readSettings(row)))
  const names = new Set([...difference.changed, ...difference.added, ...difference.removed].map(([name]) => name))
  const changed = model.fields.filter((field) => names.has(field.name))
  announce(engine, ctx, tx, model, row, { action: before ? 'updated' : 'created', changed })
}

/** Maps a unique-index violation to the error that the earlier check reports. */
async function mapUniqueViolation(model: Model, row: Readonly<StoredRow>, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw error instanceof UniqueViolation ? takenProblem(model, row, error.columns) : error
  }
}
