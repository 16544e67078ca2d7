import { type EntityRecord, notFound, refused } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { requireRight } from '../people/permissions.ts'
import { requireRecord } from '../reading/read.ts'
import type { Action } from '../types.ts'
import { nameAction } from './operation-kind.ts'
import { unwrapBody } from './parse-body.ts'
import { writeVersion } from './versions.ts'

/**
 * Runs a registered action on a record (reference: http-api, Actions). Only registered actions can be run by name.
 * @throws Problem 403, 404, and any error of the action
 */
export async function runAction(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string,
  name: string,
  data: unknown,
): Promise<unknown> {
  const model = requireRight(engine, ctx, entity, 'read')
  const action = engine.actions.find(
    (one) => one.name === name && (typeof one.entity === 'string' ? one.entity === entity : one.entity(model)),
  )
  if (!action) throw notFound({ text: 'Action {0} was not found.', args: [name.slice(0, 140)] })
  requireRole(ctx, action)
  const record: EntityRecord = await requireRecord(engine, ctx, entity, id, action.needs)
  nameAction(ctx, action, model)
  const answer = await action.run(engine, ctx, { ...record, _entity: entity }, unwrapBody(data))
  if (action.reveals) engine.revealed(ctx, entity, id, action.reveals)
  // Actions that require a role are audited, even when they change no field.
  if (action.role && action.needs === 'write' && !action.changesNothing) {
    await engine.store.write((tx) =>
      writeVersion(engine, ctx, tx, { model, id, action: 'Action', data: { action: name } }),
    )
  }
  return answer
}

function requireRole(ctx: Context, action: Action): void {
  if (action.role && !ctx.actor.all && !ctx.actor.roles.has(action.role)) throw refused()
}
