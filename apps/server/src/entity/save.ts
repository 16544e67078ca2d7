import { invalid, notPermitted, staleRecord } from '@tavla/contract'
import { UniqueViolation } from '../store/errors.ts'
import type { Tx } from '../store/store.ts'
import { checkLinks } from './check-links.ts'
import { checkUnique, takenProblem } from './check-unique.ts'
import { nextMicro } from './clock.ts'
import type { Engine } from './engine.ts'
import type { Field, Model } from './model.ts'
import { newId } from './naming.ts'
import { applyDefaults, type Body, parseRows, parseValues, writableBody } from './parse-body.ts'
import { canWriteField, rightsOf } from './permissions.ts'
import { Problems } from './problems.ts'
import { findVisible, readTables, requireOwnership } from './read.ts'
import type { StoredRow, StoredTables } from './rows.ts'
import { readSettings } from './settings.ts'
import type { Change, Context } from './types.ts'
import { differenceOf, writeVersion } from './versions.ts'

/** A record as it now stands in the store. */
export interface Saved {
  /** The entity as it was when the record was written. */
  model: Model
  row: StoredRow
  tables: StoredTables
  /** False when nothing differed: then nothing was written and nobody is told. */
  written: boolean
}

/**
 * The one way of a new record into the store, inside a transaction (design: the way of a write): id, defaults,
 * coercion, required, behaviour, links, unique; then rows, version and, after the commit, the event.
 */
export async function insertRecord(engine: Engine, ctx: Context, tx: Tx, model: Model, body: Body): Promise<Saved> {
  const problems = new Problems()
  const sent = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), true, incoming(engine, ctx, model, body))
  const row: StoredRow = {
    ...{ id: null, owner: null, creation: null, modified: null, modified_by: null },
    ...parseValues(engine, ctx, model, sent, null, problems),
  }
  const invalidFields = model.stored.filter(
    (field) => Object.hasOwn(sent, field.name) && !Object.hasOwn(row, field.name),
  )
  applyDefaults(engine, ctx, model, row)
  const tables = parseTables(engine, ctx, model, sent, true, {}, problems)
  const naming = blankNamingField(model, row)
  if (naming) {
    noteMissing(engine, ctx, model, row, tables.rows, problems, invalidFields)
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
  const change = startChange(engine, ctx, tx, model, 'create', row, tables, null, {}, sent, problems)
  noteMissing(engine, ctx, model, row, tables.rows, problems, invalidFields)
  await engine.behaviours.get(model.id)?.beforeSave?.(change)
  await checkRecord(engine, tx, model, row, tables, null, {}, problems)
  problems.throwIfAny()

  await orTaken(model, row, () => engine.rows(model).insert(tx, row))
  await writeTables(engine, tx, model, row, {}, tables.rows)
  await finish(engine, change, row, tables.rows, null, {})
  return { model, row, tables: tables.rows, written: true }
}

/** The one way of a change to a record; keys that are absent stay as they are. */
export async function changeRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  body: Body,
): Promise<Saved> {
  const before = await lockVisible(engine, ctx, tx, model, id)
  engine.behaviours.get(model.id)?.guard?.('write', ctx, before)
  requireOwnership(engine, ctx, model, 'write', before)
  const modified = body.modified
  if (modified !== undefined && modified !== null && modified !== engine.clock.toWall(String(before.modified))) {
    throw staleRecord(engine.clock.toWall(String(before.modified)), String(before.modified_by))
  }
  const problems = new Problems()
  const own = before.owner === ctx.actor.user
  const named = incoming(engine, ctx, model, { ...body, id: before.id })
  const sent = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), own, named)
  const values = parseValues(engine, ctx, model, sent, before, problems)
  const row: StoredRow = { ...before, ...values }
  const tablesBefore = await readTables(engine, tx, model, String(before.id))
  const tables = parseTables(engine, ctx, model, sent, own, tablesBefore, problems)

  const change = startChange(engine, ctx, tx, model, 'update', row, tables, before, tablesBefore, sent, problems)
  noteMissing(engine, ctx, model, row, tables.rows, problems, [])
  await engine.behaviours.get(model.id)?.beforeSave?.(change)
  await checkRecord(engine, tx, model, row, tables, before, tablesBefore, problems)
  problems.throwIfAny()

  const changed = model.stored.filter((field) => (row[field.name] ?? null) !== (before[field.name] ?? null))
  const written = changed.length > 0 || (await tablesDiffer(model, tablesBefore, tables.rows))
  if (written) {
    const now = engine.clock.nowUtc()
    row.modified = now > String(before.modified) ? now : nextMicro(String(before.modified))
    row.modified_by = ctx.actor.user
    await orTaken(model, row, () => engine.rows(model).update(tx, before.rid, row, changed))
    await writeTables(engine, tx, model, row, tablesBefore, tables.rows)
    await finish(engine, change, row, tables.rows, before, tablesBefore)
  } else if (Object.keys(values).length > 0) {
    await engine.behaviours.get(model.id)?.afterSave?.(change)
  }
  return { model, row, tables: tables.rows, written }
}

/** The row under the write lock, if this person may see it. @throws Problem 403, 404 */
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

/** Tells whoever listens, once the write is durable. */
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
      changed: (what.changed ?? []).filter((field) => field.permlevel === 0).map((field) => field.name),
    }),
  )
}

/** The field that gives the id, when it is blank: the person is told of the field, not of an id that no form shows. */
function blankNamingField(model: Model, row: Readonly<StoredRow>): Field | undefined {
  const { naming_rule, naming_value } = model.definition
  const field = naming_rule === 'Field' ? model.stored.find((one) => one.name === naming_value) : undefined
  return field && row[field.name] == null ? field : undefined
}

interface ParsedTables {
  rows: StoredTables
  claimed: { field: Field; ids: string[] }[]
}

function incoming(engine: Engine, ctx: Context, model: Model, body: Body): Body {
  const { incoming } = engine.behaviours.get(model.id) ?? {}
  return incoming ? incoming({ ...body }, ctx, engine) : body
}

function parseTables(
  engine: Engine,
  ctx: Context,
  model: Model,
  sent: Body,
  own: boolean,
  before: Readonly<StoredTables>,
  problems: Problems,
): ParsedTables {
  const parsed: ParsedTables = { rows: {}, claimed: [] }
  const writable = (child: Model, item: Body) => writableBody(ctx, child, rightsOf(engine, ctx.actor, model), own, item)
  for (const field of model.tables) {
    const old = before[field.name] ?? []
    const child = engine.models.get(field.rule.options ?? '')
    if (!child || !Object.hasOwn(sent, field.name)) {
      parsed.rows[field.name] = old
      continue
    }
    const { rows, claimed } = parseRows(engine, ctx, field, child, sent[field.name], old, problems, writable)
    parsed.rows[field.name] = rows
    if (claimed.length > 0) parsed.claimed.push({ field, ids: claimed })
  }
  return parsed
}

function startChange(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  action: 'create' | 'update',
  row: StoredRow,
  tables: ParsedTables,
  before: StoredRow | null,
  tablesBefore: StoredTables,
  sent: Body,
  problems: Problems,
): Change {
  return {
    engine,
    model,
    ctx,
    action,
    tx,
    id: String(row.id),
    before: before && { ...before, ...tablesBefore },
    after: row,
    tables: tables.rows,
    sent,
    reject: (fieldname, message, type) => problems.note(fieldname, message, type),
    afterCommit: (run) => tx.afterCommit(run),
  }
}

function noteMissing(
  engine: Engine,
  ctx: Context,
  model: Model,
  row: Readonly<StoredRow>,
  tables: Readonly<StoredTables>,
  problems: Problems,
  invalidFields: readonly Field[],
): void {
  const rights = rightsOf(engine, ctx.actor, model)
  const own = row.owner === ctx.actor.user
  for (const field of model.fields) {
    if (!field.meta.reqd || field.kind === 'flag' || invalidFields.includes(field)) continue
    if (!ctx.system && (field.readOnly || !canWriteField(rights, field, own))) continue
    const blank = field.kind === 'table' ? (tables[field.name] ?? []).length === 0 : row[field.name] == null
    if (blank) problems.missing(field)
  }
}

/** What the whole record must satisfy: required and linked values of its rows, links, unique values. */
async function checkRecord(
  engine: Engine,
  tx: Tx,
  model: Model,
  row: StoredRow,
  tables: ParsedTables,
  before: StoredRow | null,
  tablesBefore: StoredTables,
  problems: Problems,
): Promise<void> {
  for (const { field, ids } of tables.claimed) await refuseForeignRows(engine, tx, field, ids)
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    const old = new Map((tablesBefore[field.name] ?? []).map((item) => [item.id, item]))
    for (const [index, item] of (tables.rows[field.name] ?? []).entries()) {
      const at = { table: field.name, row: index + 1 }
      for (const needed of child.stored) {
        const blank = item[needed.name] == null && needed.kind !== 'flag'
        if (needed.meta.reqd && blank) problems.missing(needed, at)
      }
      await checkLinks(engine, tx, child, item, old.get(item.id ?? null) ?? null, problems, at)
    }
  }
  await checkLinks(engine, tx, model, row, before, problems)
  await checkUnique(engine, tx, model, row, before, problems)
}

async function refuseForeignRows(engine: Engine, tx: Tx, field: Field, ids: readonly string[]): Promise<void> {
  const rows = engine.rows(engine.models.require(field.rule.options ?? ''))
  for (const id of ids) {
    if (await rows.exists(tx, id))
      throw invalid('A row of {0} belongs to another record', [{ translate: field.rule.label }])
  }
}

async function tablesDiffer(model: Model, before: StoredTables, after: StoredTables): Promise<boolean> {
  return model.tables.some((field) => {
    const [old, now] = [before[field.name] ?? [], after[field.name] ?? []]
    if (old === now) return false
    return old.length !== now.length || now.some((row, index) => !sameRow(row, old[index] as StoredRow))
  })
}

function sameRow(a: StoredRow, b: StoredRow): boolean {
  return Object.keys(a).every((key) => (a[key] ?? null) === (b[key] ?? null))
}

async function writeTables(
  engine: Engine,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
  before: StoredTables,
  after: StoredTables,
): Promise<void> {
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    const [old, now] = [before[field.name] ?? [], after[field.name] ?? []]
    if (!child || old === now) continue
    const rows = engine.rows(child)
    const kept = new Map(old.map((one) => [one.id, one]))
    for (const item of now) {
      const known = kept.get(item.id as string)
      kept.delete(item.id as string)
      if (!known) {
        Object.assign(item, { parent: row.id, parent_entity: model.id, parent_field: field.name })
        await rows.insert(tx, item)
      } else if (!sameRow(item, known)) {
        const changed = child.stored.filter((one) => (item[one.name] ?? null) !== (known[one.name] ?? null))
        await rows.update(tx, Number(known.rid), item, changed)
      }
    }
    for (const gone of kept.values()) await rows.remove(tx, Number(gone.rid))
  }
}

async function finish(
  engine: Engine,
  change: Change,
  row: StoredRow,
  tables: StoredTables,
  before: StoredRow | null,
  tablesBefore: StoredTables,
): Promise<void> {
  const { ctx, model, tx } = change
  const difference = differenceOf(engine, model, before, row, tablesBefore, tables)
  await writeVersion(engine, ctx, tx, model, change.id, before ? 'Updated' : 'Created', difference)
  await engine.behaviours.get(model.id)?.afterSave?.(change)
  if (model.id === 'System Settings') tx.afterCommit(() => engine.useSettings(readSettings(row)))
  const names = new Set([...difference.changed, ...difference.added, ...difference.removed].map(([name]) => name))
  const changed = model.fields.filter((field) => names.has(field.name))
  announce(engine, ctx, tx, model, row, { action: before ? 'updated' : 'created', changed })
}

/** A value that another process took in the meantime, told as the check would have told it. */
async function orTaken(model: Model, row: Readonly<StoredRow>, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw error instanceof UniqueViolation ? takenProblem(model, row, error.columns) : error
  }
}
