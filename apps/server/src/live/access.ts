import { randomBytes } from 'node:crypto'
import { entityNotFound, invalid, notSignedIn } from '@tavla/contract'
import {
  actorOf,
  type Context,
  type Engine,
  type Reach,
  type Readers,
  reachOf,
  requireRecord,
  requireRight,
} from '../entity/index.ts'
import type { ListSubscription, RecordSubscription, Subscription } from './rooms.ts'

/** The context of one event of a person. @throws Problem 401 when there is no such user any more */
export async function contextFor(engine: Engine, user: string): Promise<Context> {
  const actor = await actorOf(engine, user)
  if (!actor || actor.user === 'Guest') throw notSignedIn()
  const requestId = randomBytes(8).toString('hex')
  return { actor, language: actor.language, requestId, operationId: requestId }
}

/**
 * The subscription as this person may have it (reference: live-events, Delivery): lists need read on the entity, where
 * a right to own records is enough, records need read on the record.
 * @throws Problem 403, 404, or 417 for a Table entity
 */
export async function checkSubscription(engine: Engine, ctx: Context, wanted: Subscription): Promise<Subscription> {
  const model = engine.models.get(wanted.entity)
  if (!model) throw entityNotFound(wanted.entity)
  if (model.kind === 'Table') throw invalid('{0} is a table entity', [{ translate: wanted.entity }])
  requireRight(engine, ctx, wanted.entity, 'read')
  if (wanted.kind === 'list') return listening(wanted, reachOf(engine, ctx, model))
  await requireRecord(engine, ctx, wanted.entity, wanted.id, 'read')
  return watching(wanted, reachOf(engine, ctx, model))
}

/** The subscription as this person may still have it; undefined when they may not hear of it any more. */
export async function recheckSubscription(
  engine: Engine,
  ctx: Context,
  readers: Readers,
  held: Subscription,
): Promise<Subscription | undefined> {
  const model = engine.models.get(held.entity)
  // What is gone has no events but the one that says so, which is still on its way.
  if (!model) return held
  const reach = reachOf(engine, ctx, model)
  if (reach.scope === 'none') return undefined
  if (held.kind === 'list') return listening(held, reach)
  const reading = await readers.ask(ctx, held.entity, held.id)
  return reading === 'no' ? undefined : watching(held, reach)
}

const listening = (held: ListSubscription, { scope, isVeiled }: Reach): Subscription => ({
  ...held,
  own: scope === 'own',
  veiled: isVeiled,
})

const watching = ({ restsOn: _, ...held }: RecordSubscription, { isVeiled, restsOn }: Reach): Subscription =>
  isVeiled ? { ...held, restsOn } : held
