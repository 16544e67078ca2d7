import { notPermitted, recordNotFound, refused } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { type Context, listRecords } from '../../entity/index.ts'
import type { Hq } from './hq.ts'

/** Roles that may call `/api/hq` at all. */
const people = ['System Manager', 'Operator', 'Project Operator']

/** A System Manager, or Administrator. */
export const isManager = ({ actor }: Context) => actor.all || actor.roles.has('System Manager')

/** The context of a call of `/api/hq`. @throws Problem 403 */
export function callerOf({ ctx }: Pick<FastifyRequest, 'ctx'>): Context {
  if (!ctx.actor.all && !people.some((role) => ctx.actor.roles.has(role))) throw refused()
  return ctx
}

/** @throws Problem 403 unless the caller is a System Manager */
export function managerOf(request: Pick<FastifyRequest, 'ctx'>): Context {
  const ctx = callerOf(request)
  if (!isManager(ctx)) throw refused()
  return ctx
}

/** Ids of the projects that the caller sees. */
export async function seenProjects({ site: { engine } }: Hq, ctx: Context): Promise<string[]> {
  const seen: string[] = []
  for (let start = 0; ; ) {
    const query = { fields: ['id'], order_by: 'id asc', limit_start: start, limit_page_length: 500 }
    const { data } = await listRecords(engine, ctx, 'Project', query)
    for (const { id } of data) seen.push(id)
    start += data.length
    if (data.length < 500) return seen
  }
}

/** The wanted ones among the projects that the caller sees. @throws Problem 403, 404 */
export async function requireSeen(hq: Hq, ctx: Context, wanted: readonly string[]): Promise<void> {
  const seen = new Set(await seenProjects(hq, ctx))
  const unknown = wanted.find((id) => !seen.has(id))
  if (unknown === undefined) return
  const seesAll = isManager(ctx) || ctx.actor.roles.has('Operator')
  throw seesAll ? recordNotFound('Project', unknown) : notPermitted('read', 'Project')
}
