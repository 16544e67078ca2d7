import type { MergedOnto, TakenTransition } from '@tavla/contract'
import { nextMicro } from '../../ground/utc-text.ts'
import { UniqueViolation } from '../../store/errors.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { readTables, requireOwnership } from '../reading/read.ts'
import { readSettings } from '../settings.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Change } from '../types.ts'
import { announce } from './announce.ts'
import { blankNamingField, checkRecord, noteMissing } from './check-record.ts'
import { takenProblem } from './check-unique.ts'
import { type ParsedTables, parseTables, tablesDiffer, writeTables } from './child-rows.ts'
import { fetchValues, workOutFormulas } from './derive.ts'
import { dropLocked } from './drop-locked.ts'
import { lockVisible } from './lock-visible.ts'
import { requireUnlocked } from './locked-definitions.ts'
import { baseKey, mergeStale } from './merge.ts'
import { newId } from './naming.ts'
import { applyDefaults, type Body, parseValues } from './parse-body.ts'
import { noteWrite as noteRollups } from './rollups/note-writes.ts'
import { type RecordBefore, startChange, startWriting } from './start-write.ts'
import { followTransitions, openTransition, startState } from './transition.ts'
import { differenceOf, writeVersion } from './versions.ts'
import type { WriteState } from './writing.ts'

/** A stored record after a write. */
export interface SavedRecord {
  /** The entity under which the record was written. */
  model: Model
  row: StoredRow
  tables: StoredTables
  /** False when nothing differed: then nothing was written and no event is sent. */
  written: boolean
  /** The state onto which a late save was merged. */
  merged?: MergedOnto
}

/**
 * Inserts a new record inside a transaction; the only function that does (docs/architecture.md). The order is: id,
 * defaults, coercion, fetched values, formulas, required, behaviour, links, unique; then rows, version and, after the
 * commit, the event.
 */
export async function insertRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  body: Body,
): Promise<SavedRecord> {
  requireUnlocked(engine, ctx, model.id)
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
  startState(writing, row)
  const tables = parseTables(writing, {})
  await deriveValues(writing, row, tables)
  const naming = blankNamingField(model, row)
  if (naming) {
    noteMissing(writing, row, tables.rows, invalidFields, true)
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
  // Formulas may name the id and the owner, too.
  if (writing.rules) workOutFormulas(engine, writing.rules, row, tables.rows)
  const change = startChange(writing, row, tables.rows)
  noteMissing(writing, row, tables.rows, invalidFields, true)
  await applyBehaviour(writing, change, row, tables)
  await checkRecord(writing, row, tables)

  await mapUniqueViolation(model, row, () => engine.rows(model).insert(tx, row))
  await writeTables(writing, row, {}, tables.rows)
  await finish(change, row, now)
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
  requireUnlocked(engine, ctx, model.id)
  const own = stored.owner === ctx.actor.user
  const { [baseKey]: _, ...fields } = body
  const writing = startWriting(engine, ctx, tx, model, own, { ...fields, id: stored.id })
  const before: RecordBefore = { row: stored, tables: await readTables(engine, tx, model, String(stored.id)) }
  if (writing.rules) writing.locked = dropLocked(writing, writing.rules, before)
  openTransition(writing, before)
  const merged = await mergeStale(writing, before, body)
  const values = parseValues(writing, model, writing.sent, stored)
  writing.values = values
  const row: StoredRow = { ...stored, ...values }
  const tables = parseTables(writing, before.tables)
  await deriveValues(writing, row, tables, before)

  const transition = await followTransitions(writing, row, tables.rows, before)
  const change = startChange(writing, row, tables.rows, before)
  noteMissing(writing, row, tables.rows, [], false)
  await applyBehaviour(writing, change, row, tables, before)
  await checkRecord(writing, row, tables, before)

  const changed = model.stored.filter((field) => (row[field.name] ?? null) !== (stored[field.name] ?? null))
  const written = changed.length > 0 || tablesDiffer(model, before.tables, tables.rows)
  if (written) {
    const now = engine.clock.nowUtc()
    row.modified = now > String(stored.modified) ? now : nextMicro(String(stored.modified))
    row.modified_by = ctx.actor.user
    await mapUniqueViolation(model, row, () => engine.rows(model).update(tx, stored.rid, row, changed))
    await writeTables(writing, row, before.tables, tables.rows)
    await finish(change, row, row.modified, before, transition)
  } else if (Object.keys(values).length > 0) {
    await engine.behaviours.get(model.id)?.afterSave?.(change)
  }
  return { model, row, tables: tables.rows, written, ...(merged && { merged }) }
}

/** Values that come along with links, then those that formulas give (reference: expressions, Formulas). */
async function deriveValues(
  writing: WriteState,
  row: StoredRow,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { engine, rules } = writing
  if (!rules) return
  await fetchValues(writing, rules, row, tables, before)
  workOutFormulas(engine, rules, row, tables.rows, before?.tables)
}

/** Formulas follow the values that the entity's own rules set. */
async function applyBehaviour(
  { engine, model, rules }: WriteState,
  change: Change,
  row: StoredRow,
  tables: ParsedTables,
  before?: RecordBefore,
): Promise<void> {
  const { beforeSave } = engine.behaviours.get(model.id) ?? {}
  if (!beforeSave) return
  await beforeSave(change)
  if (rules) workOutFormulas(engine, rules, row, tables.rows, before?.tables)
}

async function finish(
  change: Change,
  row: StoredRow,
  at: string,
  before?: RecordBefore,
  transition?: TakenTransition,
): Promise<void> {
  const { engine, ctx, model, tx } = change
  const after = { row, tables: change.tables }
  const difference = differenceOf(engine, model, before, after)
  await writeVersion(engine, ctx, tx, {
    model,
    id: change.id,
    action: before ? 'Updated' : 'Created',
    data: { ...difference, ...(transition && { transition }) },
    at,
  })
  noteRollups(change, model, before, after)
  await engine.behaviours.get(model.id)?.afterSave?.(change)
  for (const watch of engine.watchers) await watch(change)
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
