import type { VersionAction, VersionData } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { nextLogId } from './ids.ts'
import { noteWrite } from './operation-row.ts'

/** An action on a record. */
interface VersionOf {
  model: Model
  id: string
  action: VersionAction
  data: VersionData | Record<string, unknown>
  /** The `modified` that the write gave the record; now when absent. */
  at?: string
}

/** Writes the audit row of one write, the only source of history, audit and a later undo (docs/architecture.md). */
export async function writeVersion(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  { model, id, action, data, at }: VersionOf,
): Promise<void> {
  const versions = engine.models.get('Version')
  if (model === versions) return
  const hasVersion = versions !== undefined && model.trackChanges
  noteWrite(engine, ctx, tx, { model, id, action, hasVersion, isSecret: isOnlySecrets(model, action, data) })
  if (!hasVersion) return
  const now = at ?? engine.clock.nowUtc()
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
    operation_id: ctx.operation.id,
    data: JSON.stringify({ ...withoutBlanks(data), ...(ctx.isPart ? { part: 1 } : {}), ...ctx.operation.confirmed }),
  })
  tx.afterCommit(() => engine.generations.bump(versions.id))
}

/** Most writes touch no table rows; the two empty lists would be a tenth of the version. */
function withoutBlanks(data: VersionOf['data']): VersionOf['data'] {
  const isBlank = (name: string, value: unknown) =>
    (name === 'added' || name === 'removed') && Array.isArray(value) && value.length === 0
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !isBlank(name, value)))
}

/** True for an update that changed nothing but passwords: its version holds no value that could be set back. */
function isOnlySecrets(model: Model, action: VersionAction, data: VersionOf['data']): boolean {
  const { changed = [], added = [], removed = [] } = data as Partial<VersionData>
  if (action !== 'Updated' || added.length + removed.length > 0) return false
  return changed.every(([name]) => model.byName.get(name)?.kind === 'secret')
}

/** A record with the rows of its Table fields. */
interface RecordState {
  row: Readonly<StoredRow>
  tables: Readonly<StoredTables>
}

/** The difference between two states of a record; undefined means that the record doesn't exist. */
export function differenceOf(
  engine: Engine,
  model: Model,
  before: RecordState | undefined,
  after: RecordState | undefined,
): VersionData {
  const data: VersionData = { changed: [], added: [], removed: [] }
  for (const field of model.stored) {
    // A roll-up changes without a version, so that no version tells what it was.
    if (field.definition.rollup) continue
    const [old, now] = [before?.row[field.name] ?? null, after?.row[field.name] ?? null]
    if (old !== now) data.changed.push([field.name, audited(field, old), audited(field, now)])
  }
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    const plain = (rows: readonly StoredRow[] | undefined) => (rows ?? []).map((row) => auditedRow(child, row))
    compareRows(field.name, plain(before?.tables[field.name]), plain(after?.tables[field.name]), data)
  }
  return data
}

/** The history contains no secrets, not even sealed ones. */
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
