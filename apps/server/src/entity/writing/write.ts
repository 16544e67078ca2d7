import {
  alreadyExists,
  badRequest,
  type EntityRecord,
  invalid,
  limits,
  Problem,
  type SavedAnswer,
} from '@tavla/contract'
import { usingReserve } from '../../store/full-disk.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { writeManyRecords, writeRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { addCallerKeys } from '../reading/caller-keys.ts'
import { canReadRecord, openEntity, presentRecord } from '../reading/read.ts'
import { userNames } from '../reading/titles.ts'
import { type Removal, removeRecord } from './delete.ts'
import { baseKey } from './merge.ts'
import { idRequired } from './naming.ts'
import { nameOperation } from './operation-kind.ts'
import { type Body, isObject, unwrapBody } from './parse-body.ts'
import { changeRecord, insertRecord, type SavedRecord } from './save.ts'

/**
 * Creates a record (reference: http-api, Creating). A user who may not read it gets only its id.
 * @throws Problem 400, 403, 404, 409, 417
 */
export async function createRecord(engine: Engine, ctx: Context, entity: string, body: unknown): Promise<EntityRecord> {
  const model = openEntity(engine, ctx, entity, 'create')
  nameOperation(engine, ctx, model, 'Create')
  const fields = await prepareBody(engine, model, undefined, unwrapBody(body))
  const saved = await writeRecords(engine, model.id, async (tx, now) => {
    const created = await insertChecked(engine, ctx, tx, now, fields)
    ctx.operation.answer ??= JSON.stringify({ id: created.row.id })
    return created
  })
  return presentSaved(engine, ctx, saved)
}

/**
 * Changes a record; absent keys stay unchanged. `id` comes from the path, or from the body (reference: http-api,
 * Changing).
 * @throws Problem 400, 403, 404, 409, 417
 */
export async function updateRecord(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string | undefined,
  body: unknown,
): Promise<EntityRecord> {
  return (await mergeInto(engine, ctx, entity, id, body)).entity
}

/**
 * `updateRecord` that also tells onto which state a late save with `_base` was merged (reference: http-api, Changing).
 * @throws Problem 400, 403, 404, 409, 417
 */
export async function mergeInto(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string | undefined,
  body: unknown,
): Promise<SavedAnswer> {
  const model = openEntity(engine, ctx, entity, 'write')
  nameOperation(engine, ctx, model, 'Update')
  const sent = unwrapBody(body)
  if (Object.hasOwn(sent, baseKey) && !isObject(sent[baseKey])) throw badRequest()
  const recordId = idOf(model, id, sent)
  const fields = await prepareBody(engine, model, recordId, sent)
  const saved = await writeRecords(engine, model.id, (tx, now) => changeRecord(engine, ctx, tx, now, recordId, fields))
  const { merged } = saved
  const record = await presentSaved(engine, ctx, saved)
  if (!merged) return { entity: record }
  const { modified_by: user } = merged
  const name = (await userNames(engine, ctx, model, new Set([user]))).get(user)
  return { entity: record, merged: { ...merged, ...(name != null && { _link_titles: { modified_by: name } }) } }
}

/**
 * Moves a record to the trash and returns its last state (reference: http-api, Deleting; http-api, Trash).
 * @throws Problem 403, 404, 409 while a record links to it, 417 for Settings
 */
export async function deleteRecord(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string,
  how: Removal = {},
): Promise<EntityRecord> {
  const model = openEntity(engine, ctx, entity, 'delete')
  nameOperation(engine, ctx, model, 'Delete')
  const readable = rightsOf(engine, ctx.actor, model).read !== 'none'
  const behaviour = engine.behaviours.get(model.id)
  const isAlone = await behaviour?.changesTables?.(engine, id)
  const erase = async () => {
    // Deleting is how a full disk is emptied.
    const removed = await usingReserve(() =>
      writeRecords(engine, isAlone ? 'Entity' : model.id, async (tx) => {
        const now = engine.models.require(model.id)
        return { now, ...(await removeRecord(engine, ctx, tx, now, id, how)) }
      }),
    )
    // Only after the commit: presenting reads through another connection, which would wait for the tables that the
    // transaction locks.
    return readable ? presentRecord(engine, ctx, removed.now, removed.row, removed.tables) : { id }
  }
  if (!behaviour?.aroundDelete) return erase()
  ctx.operation.reason ??= 'outside'
  await rehearseDelete(engine, ctx, model, id, how)
  return behaviour.aroundDelete(ctx, id, erase, how.sent ?? {})
}

/** Runs the delete and rolls it back. @throws Problem as the delete itself would */
async function rehearseDelete(engine: Engine, ctx: Context, model: Model, id: string, how: Removal): Promise<void> {
  const over = new Error('rehearsed')
  const rehearsal = usingReserve(() =>
    writeRecords(engine, model.id, async (tx, now) => {
      await removeRecord(engine, ctx, tx, now, id, how)
      throw over
    }),
  )
  await rehearsal.catch((error: unknown) => {
    if (error !== over) throw error
  })
}

/**
 * Changes up to 500 records, all or none, as one operation (reference: http-api, Bulk update). Every failing item is
 * reported.
 * @throws Problem of the first failing item
 */
export async function bulkUpdate(
  engine: Engine,
  ctx: Context,
  entity: string,
  body: unknown,
): Promise<{ entities: EntityRecord[]; count: number }> {
  const model = openEntity(engine, ctx, entity, 'write')
  const items = bulkItems(model, body)
  nameOperation(engine, ctx, model, 'Bulk Edit')
  const saved = await writeManyRecords(engine, model.id, async (tx, now) => {
    const done: SavedRecord[] = []
    const failed: { index: number; id: string; problem: Problem }[] = []
    for (const [index, item] of items.entries()) {
      const id = String(item.id)
      try {
        const { [baseKey]: _, ...fields } = item
        done.push(await changeRecord(engine, ctx, tx, now, id, fields))
      } catch (error) {
        // A failed statement has ended the transaction, so nothing further can be tried.
        if (!(error instanceof Problem) && failed.length > 0) break
        if (!(error instanceof Problem)) throw error
        failed.push({ index, id, problem: error })
      }
    }
    if (failed.length > 0) throw bulkProblem(failed)
    return done
  })
  const entities = await Promise.all(saved.map((one) => presentSaved(engine, ctx, one)))
  return { entities, count: entities.length }
}

/** `createRecord` inside the caller's transaction, for behaviours and actions. */
export async function createIn(engine: Engine, ctx: Context, tx: Tx, entity: string, body: Body): Promise<SavedRecord> {
  const model = openEntity(engine, ctx, entity, 'create')
  return insertChecked(engine, ctx, tx, model, body)
}

/** `updateRecord` inside the caller's transaction. */
export async function updateIn(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  entity: string,
  id: string,
  body: Body,
): Promise<SavedRecord> {
  return changeRecord(engine, ctx, tx, openEntity(engine, ctx, entity, 'write'), id, body)
}

async function insertChecked(engine: Engine, ctx: Context, tx: Tx, model: Model, body: Body): Promise<SavedRecord> {
  if (model.kind !== 'Settings') return insertRecord(engine, ctx, tx, model, body)
  const taken = await engine.rows(model).takenId(tx, model.id)
  if (taken !== undefined) throw alreadyExists(model.id, taken)
  return insertRecord(engine, ctx, tx, model, { ...body, id: model.id })
}

async function prepareBody(engine: Engine, model: Model, id: string | undefined, body: Body): Promise<Body> {
  const { prepare } = engine.behaviours.get(model.id) ?? {}
  return prepare ? prepare(engine, id, { ...body }) : body
}

function idOf(model: Model, id: string | undefined, body: Body): string {
  if (model.kind === 'Settings') return model.id
  const sent = id ?? body.id
  if (typeof sent !== 'string' || sent === '') throw idRequired()
  return sent
}

async function presentSaved(engine: Engine, ctx: Context, saved: SavedRecord): Promise<EntityRecord> {
  const { model } = saved
  const id = String(saved.row.id)
  const mayRead = rightsOf(engine, ctx.actor, model).read !== 'none' || ctx.system
  if (!mayRead || !(await isStillVisible(engine, ctx, model, id))) return { id }
  const record = await presentRecord(engine, ctx, model, saved.row, saved.tables)
  return addCallerKeys(engine, ctx, model, record, saved)
}

/** A condition on visible rows may hide the record that was just written; without one there is nothing to check. */
async function isStillVisible(engine: Engine, ctx: Context, model: Model, id: string): Promise<boolean> {
  return engine.behaviours.get(model.id)?.visible ? canReadRecord(engine, ctx, model.id, id) : true
}

function bulkItems(model: Model, body: unknown): Body[] {
  const { entities } = unwrapBody(body)
  const refuse = () => invalid('{0} must be a list of 1 to {1} items', ['entities', limits.bulkItems])
  if (!Array.isArray(entities) || entities.length === 0 || entities.length > limits.bulkItems) throw refuse()
  const seen = new Set<string>()
  for (const item of entities) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw refuse()
    const { id } = item as Body
    if (typeof id !== 'string' || id === '') throw idRequired()
    if (seen.has(id)) throw invalid('{0} {1} appears more than once', [{ translate: model.id }, id])
    seen.add(id)
  }
  return entities as Body[]
}

function bulkProblem(failed: readonly { index: number; id: string; problem: Problem }[]): Problem {
  const [first] = failed as [(typeof failed)[number]]
  const { status, type, title, detail, extra } = first.problem
  const errors = failed.flatMap(({ index, id, problem }) => {
    const fields = problem.errors ?? [{ fieldname: '', message: problem.detail }]
    return fields.map((error) => ({ index, id, ...error }))
  })
  return new Problem(status, type, title, detail, { errors, extra })
}
