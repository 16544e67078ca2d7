import { randomBytes } from 'node:crypto'
import { entityNotFound, invalid, notSignedIn } from '@tavla/contract'
import {
  actorOf,
  type Context,
  contextOf,
  type Engine,
  type Reach,
  type Readers,
  reachOf,
  requireRecord,
  requireRight,
} from '../entity/index.ts'
import type { ListSubscription, RecordSubscription, Subscription } from './rooms.ts'

/** The context for one event of a user. @throws Problem 401 when the user no longer exists */
export async function contextFor(engine: Engine, user: string): Promise<Context> {
  const actor = await actorOf(engine, user)
  if (!actor || actor.user === 'Guest') throw notSignedIn()
  const requestId = randomBytes(8).toString('hex')
  return contextOf(actor, requestId)
}

/**
 * Narrows the subscription to what this user may receive (reference: live-events, Delivery). A list needs read on the
 * entity, at least for own records; a record needs read on that record.
 * @throws Problem 403, 404, or 417 for a Table entity
 */
export async function checkSubscription(engine: Engine, ctx: Context, wanted: Subscription): Promise<Subscription> {
  const model = engine.models.get(wanted.entity)
  if (!model) throw entityNotFound(wanted.entity)
  if (model.kind === 'Table') throw invalid('{0} is a table entity', [{ translate: wanted.entity }])
  requireRight(engine, ctx, wanted.entity, 'read')
  if (wanted.kind === 'list') return narrowList(wanted, reachOf(engine, ctx, model))
  await requireRecord(engine, ctx, wanted.entity, wanted.id, 'read')
  return narrowRecord(wanted, reachOf(engine, ctx, model))
}

/** Narrows an existing subscription to what this user may still receive; undefined when they may not receive it any more. */
export async function recheckSubscription(
  engine: Engine,
  ctx: Context,
  readers: Readers,
  held: Subscription,
): Promise<Subscription | undefined> {
  const model = engine.models.get(held.entity)
  // A deleted entity type has no further events except the one that reports the deletion, which is still on its way.
  if (!model) return held
  const reach = reachOf(engine, ctx, model)
  if (reach.scope === 'none') return undefined
  if (held.kind === 'list') return narrowList(held, reach)
  const reading = await readers.ask(ctx, held.entity, held.id)
  return reading === 'no' ? undefined : narrowRecord(held, reach)
}

const narrowList = (held: ListSubscription, { scope, isVeiled }: Reach): Subscription => ({
  ...held,
  own: scope === 'own',
  veiled: isVeiled,
})

const narrowRecord = ({ dependsOn: _, ...held }: RecordSubscription, { isVeiled, dependsOn }: Reach): Subscription =>
  isVeiled ? { ...held, dependsOn } : held
