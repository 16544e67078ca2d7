import { type BulkPlan, invalid, notPossibleNow } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { actionForMany, type Context, openForMany, planAction, planBulk, targetIds } from '../../entity/index.ts'
import { utcText } from '../../ground/utc-text.ts'
import type { Site } from '../../site.ts'
import { type BulkBody, type BulkWork, readBulkBody } from './bulk-body.ts'
import { KeptPlans } from './kept-plans.ts'
import { type BulkInput, jobOf } from './works.ts'

/** Up to so many records, a change is all or nothing unless the call asks otherwise. */
const wholeUpTo = 500

/** `POST /api/entity/{name}/bulk`: a plan, or its start (reference: http-api, Bulk on a filter). */
export function bulkRoutes(site: Site): FastifyPluginAsync {
  const plans = new KeptPlans()
  const turns = new Turns()
  return async (app) => {
    app.post<{ Params: { name: string } }>('/api/entity/:name/bulk', async (request) => {
      const { ctx, params } = request
      const body = readBulkBody(params.name, (request.body ?? {}) as Record<string, unknown>)
      requireRights(site, ctx, params.name, body.work)
      if (body.planId !== undefined) return { data: await startPlan(site, plans, ctx, params.name, body) }
      return { data: await turns.take(ctx.actor.user, () => makePlan(site, plans, ctx, params.name, body)) }
    })
  }
}

/** @throws Problem 403, 404, 417 */
function requireRights({ engine }: Site, ctx: Context, entity: string, work: BulkWork): void {
  if (work.do === 'action') actionForMany(engine, ctx, entity, work.action)
  else openForMany(engine, ctx, entity, work)
}

async function makePlan(
  { engine }: Site,
  plans: KeptPlans,
  ctx: Context,
  entity: string,
  { target, work, fingerprint }: BulkBody,
): Promise<BulkPlan> {
  const ids = await targetIds(engine, ctx, entity, target)
  const numbers =
    work.do === 'action'
      ? await planAction(engine, ctx, entity, ids, work.action)
      : await planBulk(engine, ctx, entity, ids, work)
  const { id, expires } = plans.add(ctx.actor.user, fingerprint, ids)
  return { plan_id: id, ...numbers, expires: engine.clock.toWall(utcText(expires)) }
}

/** @throws Problem 409 for a plan that does not fit any more, and for too many jobs */
async function startPlan(
  site: Site,
  plans: KeptPlans,
  ctx: Context,
  entity: string,
  { target, work, planId = '', onError, fingerprint }: BulkBody,
): Promise<{ job: string }> {
  const { engine } = site
  if (work.do === 'action' && onError === 'stop') throw invalid('Actions run on each record by itself.')
  const plan = plans.take(planId, ctx.actor.user, fingerprint)
  const ids = await targetIds(engine, ctx, entity, target)
  if (!plan.isOf(ids)) {
    throw notPossibleNow({ text: 'The records changed since the plan was made. Look at it again.' })
  }
  const isWhole = work.do !== 'action' && (onError ? onError === 'stop' : ids.length <= wholeUpTo)
  const input: BulkInput = { entity, ids, work, isWhole }
  try {
    return { job: await site.jobs.add(ctx, { ...jobOf(entity, work), entity, input, total: ids.length }) }
  } catch (error) {
    plan.putBack()
    throw error
  }
}

/** Lets each person's plans be made one after the other: each writes as much as many calls do. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(user: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(user)
    const mine = (async () => {
      await before?.catch(() => undefined)
      return work()
    })()
    this.#last.set(user, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(user) === mine) this.#last.delete(user)
    }
  }
}
