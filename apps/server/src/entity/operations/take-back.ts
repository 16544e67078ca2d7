import { type Message, notPermitted } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Loss } from '../definitions/loss-scan.ts'
import type { Engine } from '../engine.ts'
import { lockedInRecord, type WholeRecord } from '../expressions/conditions.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canWriteField, requireRight, rightsOf } from '../people/permissions.ts'
import { formerNames } from '../reading/former-fields.ts'
import { openEntity, readTables } from '../reading/read.ts'
import { removeRecord } from '../writing/delete.ts'
import { lockVisible } from '../writing/lock-visible.ts'
import { prepareRename } from '../writing/rename.ts'
import { changeRecord } from '../writing/save.ts'
import { type BackPlan, planBack } from './back-plan.ts'
import { bringBack } from './bring-back.ts'
import { Refusal, type Skip } from './skipped.ts'
import { laterVersion, type OperationRecord, type OperationVersion } from './versions-of.ts'

/** An undo under way. */
export interface Undoing {
  engine: Engine
  ctx: Context
  tx: Tx
  /** The operation that is taken back. */
  operation: string
  /** Losses of data by changes of definitions that are taken back. */
  losses: DefinitionLosses
}

export interface DefinitionLosses {
  /** True when the caller confirmed them, or asks for them alone. */
  isConfirmed: boolean
  /** Of the entity types by their ids. */
  found: { entity: string; loss: Loss }[]
}

/** A record that was taken back; `isDone` is false when nothing of it was left to take back. */
export interface TakenBack {
  isDone: boolean
  /** The parts that stay as they are: passwords, and fields that are gone. */
  left: Omit<Skip, 'entity' | 'id'>[]
}

/**
 * Takes back what an operation did with one record, in the caller's savepoint: an ordinary write under the caller's
 * rights (reference: http-api, Undo). `isNamed` is true when the caller named the record.
 * @throws Refusal or Problem; then nothing of the record may be kept
 */
export async function takeBack(undoing: Undoing, record: OperationRecord, isNamed: boolean): Promise<TakenBack> {
  const [last, first] = [record.versions[0], record.versions.at(-1)] as [OperationVersion, OperationVersion]
  const taken: TakenBack = { isDone: false, left: [] }
  if (first.action === 'Created') {
    // A record that the operation created and deleted again leaves nothing to take back.
    if (last.action !== 'Deleted') taken.isDone = await deleteCreated(undoing, record, isNamed)
    return taken
  }
  for (const version of record.versions) {
    if (version.action === 'Deleted') {
      const back = await bringBack(undoing, version)
      taken.isDone ||= back.isDone
      taken.left.push(...back.left)
    } else if (version.action === 'Renamed') taken.isDone = (await renameBack(undoing, version)) || taken.isDone
    else if (version.action === 'Updated') await updateBack(undoing, version, taken)
  }
  return taken
}

async function deleteCreated(undoing: Undoing, { entity, id, versions }: OperationRecord, isNamed: boolean) {
  const { engine, ctx, tx, operation } = undoing
  const model = openEntity(engine, ctx, entity, 'delete')
  if (!(await engine.rows(model).exists(tx, id))) return false
  const created = versions.at(-1) as OperationVersion
  if (!isNamed) {
    const isOthers = ({ user, operation: of }: { user: string; operation: string }) =>
      of !== operation && user !== ctx.actor.user
    const later = await laterVersion(engine, tx, created, isOthers)
    if (later) throw await changedSince(undoing, model, [], later)
  }
  if (engine.behaviours.get(entity)?.aroundDelete) {
    throw new Refusal({ reason: 'invalid', message: { text: 'This had an effect outside this site.' } })
  }
  await removeRecord(engine, ctx, tx, model, id, {})
  return true
}

async function renameBack({ engine, ctx, tx }: Undoing, { entity, data }: OperationVersion): Promise<boolean> {
  const [, from, to] = (data.changed ?? []).find(([name]) => name === 'id') ?? []
  const model = engine.models.require(entity)
  if (await engine.rows(model).exists(tx, String(from))) {
    if (!(await engine.rows(model).exists(tx, String(to)))) return false
  }
  await prepareRename(engine, ctx, entity, to, from).run(tx, model)
  return true
}

/** Takes an update back. `options` are further keys of the body. @throws Refusal or Problem */
export async function updateBack(
  undoing: Undoing,
  version: OperationVersion,
  taken: TakenBack,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { engine, ctx, tx } = undoing
  const { entity, record: id } = version
  const model = requireRight(engine, ctx, entity, 'write')
  const row = await lockVisible(engine, ctx, tx, model, id)
  const names = await formerNames(engine, tx, model)
  const tables = await readTables(engine, tx, model, id)
  const plan = planBack(engine, model, names, version, row, tables)
  if (plan.changed.length > 0) {
    const isOf = ({ changed = [], added = [], removed = [] }: OperationVersion['data']) =>
      [...changed, ...added, ...removed].some(([name]) => plan.changed.includes(name))
    const later = await laterVersion(engine, tx, version, ({ data }) => isOf(data))
    const by = { user: String(row.modified_by), at: String(row.modified) }
    throw await changedSince(undoing, model, plan.changed, later ?? by)
  }
  refuseUnwritable(undoing, model, plan, { row, tables })
  if (Object.keys(plan.body).length > 0) {
    const { written } = await changeRecord(engine, { ...ctx, restores: true }, tx, model, id, {
      ...plan.body,
      ...options,
    })
    taken.isDone ||= written
  }
  if (plan.secrets.length > 0) {
    const message = { text: 'A password cannot be set back.' }
    taken.left.push({ reason: 'secret', message, fields: plan.secrets })
  }
  if (plan.gone.length > 0) {
    const message = { text: '{0} is not a field of this record anymore', args: [plan.gone.join(', ')] }
    taken.left.push({ reason: 'definition', message, fields: plan.gone })
  }
}

/** The ordinary write would silently drop such fields, and half a record would come back. */
function refuseUnwritable({ engine, ctx }: Undoing, model: Model, plan: BackPlan, record: WholeRecord): void {
  if (ctx.system) return
  const rights = rightsOf(engine, ctx.actor, model)
  const own = record.row.owner === ctx.actor.user
  const rules = rulesOf(engine, model)
  const locked = rules && lockedInRecord(engine, ctx, model, rules, record)
  const refused = Object.keys(plan.body).filter((name) => {
    const field = model.byName.get(name)
    return field !== undefined && (locked?.has(name) || !canWriteField(rights, field, own))
  })
  // A behaviour derives its read-only fields; without one, the field could be written when it was changed.
  const readOnly = engine.behaviours.get(model.id)?.beforeSave ? [] : plan.readOnly
  const fields = [...refused, ...readOnly]
  if (fields.length === 0) return
  throw new Refusal({ reason: 'right', message: notPermitted('write', model.id).detail, fields })
}

async function changedSince(
  { engine, tx }: Undoing,
  model: Model,
  fields: readonly string[],
  { user, at }: { user: string; at: string },
): Promise<Refusal> {
  const person = await engine.rows(engine.models.require('User')).byId(tx, user)
  const author = String(person?.full_name ?? user)
  const [name] = fields
  const label = name === undefined ? model.id : (model.byName.get(name)?.rule.label ?? name)
  const message: Message = { text: '{0} was changed since by {1}.', args: [{ translate: label }, author] }
  return new Refusal({ reason: 'changed', message, fields, by: user, at })
}
