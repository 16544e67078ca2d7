import { refused as notAllowed, notFound, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { openEntity, requireRecord } from '../reading/read.ts'
import type { Action } from '../types.ts'
import type { BlockOutcome } from './block.ts'
import { estimate, everyNth, type PlanNumbers } from './plan.ts'
import { presentRefusals, refusalOf } from './refusals.ts'

const maxRefusals = 100

/**
 * The action, when the caller may run it on many records.
 * @throws Problem 403, 404
 */
export function actionForMany(engine: Engine, ctx: Context, entity: string, name: string): Action {
  const model = openEntity(engine, ctx, entity, 'read')
  const action = engine.actions.find(
    (one) => one.name === name && (typeof one.entity === 'string' ? one.entity === entity : one.entity(model)),
  )
  // An answer with a secret is for one person's eyes, not for a list of results.
  if (!action || action.reveals) throw notFound({ text: 'Action {0} was not found.', args: [name.slice(0, 140)] })
  if (action.role && !ctx.actor.all && !ctx.actor.roles.has(action.role)) throw notAllowed()
  return action
}

/**
 * Tells on which records the caller may run the action. It is not run: an action may send, or reach outside of the site,
 * and could not be rolled back.
 * @throws Problem 403, 404
 */
export async function planAction(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: readonly string[],
  name: string,
): Promise<PlanNumbers> {
  const action = actionForMany(engine, ctx, entity, name)
  const tried = everyNth(ids)
  const refused: BlockOutcome['refused'] = []
  for (const id of tried) {
    try {
      await requireRecord(engine, ctx, entity, id, action.needs)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.push({ id, problem: error })
    }
  }
  return {
    ...estimate(ids.length, tried.length, { changed: tried.length - refused.length, refused: refused.length }),
    refused: await presentRefusals(engine, ctx, entity, refused.slice(0, maxRefusals).map(refusalOf)),
    sample: [],
  }
}
