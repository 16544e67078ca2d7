import type { EntityRecord, VersionAction, VersionData, VersionRecord } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { referenceIsReadable } from '../people/visibility.ts'
import { addHistoryTitles } from '../reading/history-titles.ts'
import { presentedFields, presentRow, presentValue } from '../reading/present.ts'
import { column, type Plan, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Action, Behaviour } from '../types.ts'
import { nextLogId } from './ids.ts'

const historyPlans = new Plans()

/** Writes the audit row of one write; history, audit and later undo read from these alone (docs/architecture.md). */
export async function writeVersion(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  action: VersionAction,
  data: VersionData | Record<string, unknown>,
): Promise<void> {
  const versions = engine.models.get('Version')
  if (!versions || !model.trackChanges || model === versions) return
  const now = engine.clock.nowUtc()
  await engine.rows(versions).insert(tx, {
    id: nextLogId(),
    owner: ctx.actor.user,
    creation: now,
    modified: now,
    modified_by: ctx.actor.user,
    ref_entity: model.id,
    ref_id: id,
    action,
    user: ctx.actor.user,
    at: now,
    request_id: ctx.requestId || null,
    operation_id: ctx.operationId,
    data: JSON.stringify(data),
  })
  tx.afterCommit(() => engine.generations.bump(versions.id))
}

/** The difference between two states of a record; null stands for a record that isn't there. */
export function differenceOf(
  engine: Engine,
  model: Model,
  before: Readonly<StoredRow> | null,
  after: Readonly<StoredRow> | null,
  tablesBefore: Readonly<StoredTables>,
  tablesAfter: Readonly<StoredTables>,
): VersionData {
  const data: VersionData = { changed: [], added: [], removed: [] }
  for (const field of model.stored) {
    const [old, now] = [before?.[field.name] ?? null, after?.[field.name] ?? null]
    if (old !== now) data.changed.push([field.name, audited(field, old), audited(field, now)])
  }
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    const plain = (rows: readonly StoredRow[] | undefined) => (rows ?? []).map((row) => auditedRow(child, row))
    compareRows(field.name, plain(tablesBefore[field.name]), plain(tablesAfter[field.name]), data)
  }
  return data
}

/**
 * `get_history` of every entity that tracks its changes (reference: metadata, Versions): newest first, only what the
 * person may read.
 */
export const historyAction: Action = {
  entity: (model) => model.trackChanges,
  name: 'get_history',
  needs: 'read',
  async run(engine, ctx, record, { limit }) {
    const versions = engine.models.require('Version')
    const wanted = typeof limit === 'number' && limit >= 1 && limit <= 500 ? Math.trunc(limit) : 50
    const rows = await engine.store.all<StoredRow>(
      historyPlan(engine, versions).with([record._entity, record.id, wanted]),
    )
    const model = engine.models.require(String(record._entity))
    const retired = await engine.store.all<Retired>(engine.system.retiredFields.with([model.table.name]))
    const since = new Map(retired.map((one) => [one.fieldname, one.retired_at]))
    const own = record.owner === ctx.actor.user
    const shown = rows.map((row) => presentVersion(engine, ctx, model, own, row, since))
    await addHistoryTitles(engine, ctx, model, record, shown)
    return shown
  },
}

/** Before `retired_at` the name was that of another field, with rights of its own. */
interface Retired {
  fieldname: string
  retired_at: string
}

/**
 * Audit rows are there for whoever reads the record they speak of, with the fields they may read of it
 * (reference: metadata, Visible records).
 */
export const versionBehaviour: Behaviour = {
  entity: 'Version',
  visible(engine, ctx, model) {
    const [entity, id] = ['ref_entity', 'ref_id'].map((name) => model.byName.get(name))
    return entity && id ? referenceIsReadable(engine, ctx, { entity, id }, sql`1 = 1`) : undefined
  },
  presentsBy: ['ref_entity'],
  present(record, ctx, engine) {
    if (record.data == null) return record
    const model = engine.models.get(String(record.ref_entity))
    // Without the entity's name, nobody can tell what of it may be read.
    if (!model) return ctx.actor.all ? record : { ...record, data: null }
    const stored = record.data as Partial<VersionData>
    const data = ctx.actor.all ? { ...nothing, ...stored } : readableData(engine, ctx, model, false, stored)
    return { ...record, data: presentData(engine, model, data) }
  },
}

const nothing: VersionData = { changed: [], added: [], removed: [] }

function historyPlan(engine: Engine, versions: Model): Plan {
  return historyPlans.of(engine, '', () => {
    const columns = versions.stored.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    return sql`select id, ${sql.join(columns)} from ${sql.table(versions.table.name)}
        where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} order by rid desc limit ${new Slot(2)}`
  })
}

function presentVersion(
  engine: Engine,
  ctx: Context,
  model: Model,
  own: boolean,
  row: StoredRow,
  since: ReadonlyMap<string, string>,
): VersionRecord {
  const data = JSON.parse(String(row.data ?? '{}')) as Partial<VersionData>
  const isCurrent = (name: string) => String(row.at) > (since.get(name) ?? '')
  return {
    ...row,
    id: String(row.id),
    action: row.action as VersionAction,
    user: String(row.user),
    at: engine.clock.toWall(String(row.at)),
    data: presentData(engine, model, readableData(engine, ctx, model, own, data, isCurrent)),
  }
}

/** Values as a record's answer has them, where they are stored in another way. */
function presentData(engine: Engine, model: Model, data: VersionData): VersionData {
  const shownIn = (name: string) => (value: unknown) => {
    const field = model.byName.get(name)
    if (field?.kind === 'table') {
      const child = engine.models.get(field.rule.options ?? '')
      return child ? presentRow(engine, presentedFields(engine, child), { ...(value as EntityRecord) }) : value
    }
    // Secrets and JSON are written to history as they go out.
    const isReady = !field || field.kind === 'secret' || field.kind === 'json'
    return isReady ? value : presentValue(engine, field, value)
  }
  const rows = (list: VersionData['added']) => list.map(([name, row]): [string, unknown] => [name, shownIn(name)(row)])
  return {
    ...data,
    changed: data.changed.map(([name, before, after]) => [name, shownIn(name)(before), shownIn(name)(after)]),
    added: rows(data.added),
    removed: rows(data.removed),
  }
}

/** What this person may read of a change, where `isCurrent` tells whether a name meant then the field it means now. */
function readableData(
  engine: Engine,
  ctx: Context,
  model: Model,
  own: boolean,
  data: Partial<VersionData>,
  isCurrent: (name: string) => boolean = () => true,
): VersionData {
  const rights = rightsOf(engine, ctx.actor, model)
  const mayRead = (field: Field) => ctx.system === true || canReadField(rights, field, own)
  const isReadable = (name: string) => {
    const field = model.byName.get(name)
    return field !== undefined && mayRead(field) && isCurrent(name)
  }
  const readable = (list: readonly (readonly [string, ...unknown[]])[] | undefined) =>
    (list ?? []).filter(([name]) => isReadable(name)).map(([name, ...values]) => [name, ...values.map(shownIn(name))])
  // The rows of a table have fields with levels of their own.
  const shownIn = (name: string) => {
    const field = model.byName.get(name)
    const child = field?.kind === 'table' ? engine.models.get(field.rule.options ?? '') : undefined
    const hidden = child?.fields.filter((one) => !mayRead(one)).map((one) => one.name) ?? []
    return (value: unknown) =>
      hidden.length === 0 || typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(Object.entries(value).filter(([key]) => !hidden.includes(key)))
  }
  return {
    ...data,
    changed: readable(data.changed) as VersionData['changed'],
    added: readable(data.added) as VersionData['added'],
    removed: readable(data.removed) as VersionData['removed'],
  }
}

/** Secrets never stand in history, not even sealed. */
function audited(field: Field, value: StoredRow[string]): unknown {
  if (value === null) return null
  if (field.kind === 'secret') return '*'
  return field.kind === 'json' ? JSON.parse(String(value)) : value
}

function compareRows(
  table: string,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  data: VersionData,
): void {
  const old = new Map(before.map((row) => [row.id, row]))
  for (const row of after) {
    const was = old.get(row.id as string)
    old.delete(row.id as string)
    if (!was) data.added.push([table, row])
    else if (JSON.stringify(was) !== JSON.stringify(row)) data.changed.push([table, was, row])
  }
  for (const row of old.values()) data.removed.push([table, row])
}

function auditedRow(child: Model | undefined, row: Readonly<StoredRow>): StoredRow {
  const plain: StoredRow = { id: row.id ?? null, idx: row.idx ?? null }
  for (const field of child?.stored ?? []) {
    const value = row[field.name] ?? null
    plain[field.name] = field.kind === 'secret' && value !== null ? '*' : value
  }
  return plain
}
