import type { EntityRecord, VersionAction, VersionData, VersionRecord } from '@tavla/contract'
import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { visibleTrash } from '../people/trash-visibility.ts'
import { referenceIsReadable } from '../people/visibility.ts'
import { and, column, columnOf, or, type Plan, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Action, Behaviour } from '../types.ts'
import { type FormerNames, followNames, formerNames } from './former-fields.ts'
import { addHistoryTitles } from './history-titles.ts'
import { operationsOf } from './operation-outlook.ts'
import { presentedFields, presentRow, presentValue } from './present.ts'

const historyPlans = new Plans()

/**
 * `get_history` of every entity that tracks its changes (reference: metadata, Versions): newest first, limited to values
 * that the user may read.
 */
export const historyAction: Action = {
  entity: (model) => model.trackChanges,
  name: 'get_history',
  needs: 'read',
  async run(engine, ctx, record, { limit, limit_start }) {
    const wanted = typeof limit === 'number' && limit >= 1 && limit <= 500 ? Math.trunc(limit) : 50
    const start = typeof limit_start === 'number' && limit_start >= 1 ? Math.trunc(limit_start) : 0
    const model = engine.models.require(String(record._entity))
    const row = await engine.rows(model).byId(engine.store, record.id)
    return historyOf(engine, ctx, record, { since: String(row?.creation ?? ''), until: endOfTime, wanted, start })
  },
}

const endOfTime = '9999'

/** A part of a record's life: a former or later record with the same id has a history of its own. Times in UTC. */
interface Life {
  /** When the record was created. */
  since: string
  /** When it was deleted. */
  until: string
  /** Maximum number of versions. */
  wanted: number
  /** Versions that are passed over. */
  start: number
}

/** The versions of a record, the newest first, as `get_history` shows them to this user. */
export async function historyOf(
  engine: Engine,
  ctx: Context,
  record: EntityRecord,
  { since, until, wanted, start }: Life,
): Promise<VersionRecord[]> {
  const versions = engine.models.require('Version')
  const model = engine.models.require(String(record._entity))
  const values = [record._entity, record.id, wanted, start, since, until]
  const rows = await engine.store.all<StoredRow>(historyPlan(engine, versions).with(values))
  const operations = await operationsOf(engine, ctx, new Set(rows.map((row) => String(row.operation_id))))
  const names = await formerNames(engine, engine.store, model)
  const own = record.owner === ctx.actor.user
  const shown = rows.map((row) => ({
    ...presentVersion(engine, ctx, model, own, row, names),
    operation: operations.get(String(row.operation_id)) ?? null,
  }))
  await addHistoryTitles(engine, ctx, model, record, shown)
  return shown
}

/**
 * Audit rows are visible to users who may read their record, with the fields that they may read
 * (reference: metadata, Visible records).
 */
export const versionBehaviour: Behaviour = {
  entity: 'Version',
  visible(engine, ctx, model) {
    const [entity, id] = ['ref_entity', 'ref_id'].map((name) => model.byName.get(name))
    if (!entity || !id) return undefined
    const { condition, dependsOn } = referenceIsReadable(engine, ctx, { entity, id }, sql`1 = 1`, (target, seen) =>
      isOfLife(model, target, seen),
    )
    const inTrash = isOfTrash(engine, ctx, model)
    return { condition: or([condition, inTrash]), dependsOn: [...dependsOn, 'Trash Item'] }
  },
  presentsBy: ['ref_entity', 'ref_id'],
  present(record, ctx, engine) {
    if (record.data == null) return record
    const model = engine.models.get(String(record.ref_entity))
    // Without the entity's definition, the user's permissions on its fields are unknown.
    if (!model) return ctx.actor.all ? record : { ...record, data: null }
    const stored = record.data as Partial<VersionData>
    const data = ctx.actor.all
      ? { ...nothing, ...stored }
      : readableData(engine, ctx, model, { own: false, id: record.ref_id }, stored)
    return { ...record, data: presentData(engine, model, data) }
  },
}

/** True for versions of the records that a condition selects; earlier ones are of another record with the same id. */
function isOfLife(versions: Model, target: Model, seen: Sql<boolean>): Sql<boolean> {
  const created = column(target.byName.get('creation')?.column ?? 'creation')
  const lives = sql`select id, ${created} as since from ${sql.table(target.table.name)} where ${seen}`
  return sql<boolean>`rid in (select version.rid from (${lives}) life join ${sql.table(versions.table.name)} version
    on version.c_ref_id = life.id and version.c_ref_entity = ${target.id} and version.c_at >= life.since)`
}

/**
 * True for versions of a record in the trash whose item the user sees. Later ones, and those from before another deletion
 * under this id, may be of another record.
 */
function isOfTrash(engine: Engine, ctx: Context, versions: Model): Sql<boolean> {
  const items = engine.models.require('Trash Item')
  const of = (name: string) => columnOf(versions.table.name, name)
  const isEarlierEnd = and([
    sql`ended.c_ref_id = ${of('c_ref_id')} and ended.c_ref_entity = ${of('c_ref_entity')} and ended.c_action = 'Deleted'`,
    sql`ended.c_at >= ${of('c_at')} and ended.c_at < ${column('c_deleted_at')}`,
    sql`ended.c_operation_id <> ${columnOf(items.table.name, 'c_operation_id')}`,
  ])
  const isIts = and([
    sql`${column('c_ref_id')} = ${of('c_ref_id')}`,
    sql`${column('c_ref_entity')} = ${of('c_ref_entity')}`,
    sql`${of('c_at')} <= ${column('c_deleted_at')}`,
    sql`not exists (select 1 from ${sql.table(versions.table.name)} ended where ${isEarlierEnd})`,
    visibleTrash(engine, ctx),
  ])
  return sql<boolean>`exists (select 1 from ${sql.table(items.table.name)} where ${isIts})`
}

const nothing: VersionData = { changed: [], added: [], removed: [] }

function historyPlan(engine: Engine, versions: Model): Plan {
  return historyPlans.of(engine, '', () => {
    const columns = versions.stored.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    return sql`select id, ${sql.join(columns)} from ${sql.table(versions.table.name)}
        where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)}
          and c_at >= ${new Slot(4)} and c_at <= ${new Slot(5)}
        order by rid desc limit ${new Slot(2)} offset ${new Slot(3)}`
  })
}

function presentVersion(
  engine: Engine,
  ctx: Context,
  model: Model,
  own: boolean,
  row: StoredRow,
  names: FormerNames,
): VersionRecord {
  const stored = JSON.parse(String(row.data ?? '{}')) as Partial<VersionData>
  // An earlier field of the same name had its own permissions.
  const data = followNames(names, String(row.at), stored)
  return {
    ...row,
    id: String(row.id),
    action: row.action as VersionAction,
    user: String(row.user),
    at: engine.clock.toWall(String(row.at)),
    data: presentData(engine, model, readableData(engine, ctx, model, { own, id: row.ref_id }, data)),
  }
}

/** Converts stored values of a change to wire values. */
function presentData(engine: Engine, model: Model, data: VersionData): VersionData {
  const shownIn = (name: string) => (value: unknown) => {
    const field = model.byName.get(name)
    if (field?.kind === 'table') {
      const child = engine.models.get(field.rule.options ?? '')
      return child ? presentRow(engine, presentedFields(engine, child), { ...(value as EntityRecord) }) : value
    }
    // The history stores secrets and JSON in their wire form.
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

/** The part of a change that this user may read. */
function readableData(
  engine: Engine,
  ctx: Context,
  model: Model,
  { own, id }: { own: boolean; id: unknown },
  data: Partial<VersionData>,
): VersionData {
  const rights = rightsOf(engine, ctx.actor, model)
  const shown = ctx.system ? undefined : engine.behaviours.get(model.id)?.shown?.(ctx, id)
  const mayRead = (field: Field) => ctx.system === true || canReadField(rights, field, own)
  const isReadable = (name: string) => {
    const field = model.byName.get(name)
    return field !== undefined && mayRead(field) && (!shown || shown.has(name))
  }
  const readable = (list: readonly (readonly [string, ...unknown[]])[] | undefined) =>
    (list ?? []).filter(([name]) => isReadable(name)).map(([name, ...values]) => [name, ...values.map(shownIn(name))])
  // The fields of table rows have their own permission levels.
  const shownIn = (name: string) => {
    const field = model.byName.get(name)
    const child = field?.kind === 'table' ? engine.models.get(field.rule.options ?? '') : undefined
    const hidden = child?.fields.filter((one) => !mayRead(one)).map((one) => one.name) ?? []
    return (value: unknown) =>
      hidden.length === 0 || typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(Object.entries(value).filter(([key]) => !hidden.includes(key)))
  }
  const { transition, ...rest } = data
  const hasTransition = transition !== undefined && model.stateField !== undefined && mayRead(model.stateField)
  return {
    ...rest,
    ...(hasTransition && { transition }),
    changed: readable(data.changed) as VersionData['changed'],
    added: readable(data.added) as VersionData['added'],
    removed: readable(data.removed) as VersionData['removed'],
  }
}
