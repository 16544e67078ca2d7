import { randomBytes } from 'node:crypto'
import { entityNotFound, invalid, notPermitted, notSignedIn } from '@tavla/contract'
import { actorOf, decide, type Engine, requireRecord, requireRight } from '../entity/index.ts'
import type { Context } from '../entity/types.ts'
import type { Subscription } from './rooms.ts'

/** The context of one event of a person. @throws Problem 401 when there is no such user any more */
export async function contextFor(engine: Engine, user: string): Promise<Context> {
  const actor = await actorOf(engine, user)
  if (!actor || actor.user === 'Guest') throw notSignedIn()
  const requestId = randomBytes(8).toString('hex')
  return { actor, language: actor.language, requestId, operationId: requestId }
}

/**
 * The subscription as this person may have it (contract 4): lists need read on the entity, where a right to own records
 * is enough, records need read on the record.
 * @throws Problem 403, 404, or 417 for a Table entity
 */
export async function checkSubscription(engine: Engine, ctx: Context, wanted: Subscription): Promise<Subscription> {
  const model = engine.models.get(wanted.entity)
  if (!model) throw entityNotFound(wanted.entity)
  if (model.kind === 'Table') throw invalid('{0} is a table entity', [{ translate: wanted.entity }])
  requireRight(engine, ctx, wanted.entity, 'read')
  if (wanted.kind !== 'list') {
    await requireRecord(engine, ctx, wanted.entity, wanted.id, 'read')
    return wanted
  }
  const decision = decide(engine, ctx, wanted.entity, 'read')
  if (!decision.allowed) throw notPermitted('read', wanted.entity)
  return { ...wanted, own: decision.ownOnly }
}
