import { badRequest, notPermitted, recordNotFound, refused } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { type Context, listRecords } from '../../entity/index.ts'
import { requireManager, worksAtHq, worksByProject } from './access/levels.ts'
import type { Hq } from './hq.ts'

/** The context of a call of `/api/hq`. @throws Problem 403 */
export function callerOf({ ctx }: Pick<FastifyRequest, 'ctx'>): Context {
  if (!worksAtHq(ctx)) throw refused()
  return ctx
}

/** @throws Problem 403 unless the caller is a System Manager */
export function managerOf({ ctx }: Pick<FastifyRequest, 'ctx'>): Context {
  requireManager(ctx)
  return ctx
}

export type Data = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Problem 400 */
export function bodyOf({ body }: FastifyRequest): Data {
  const sent = body ?? {}
  if (!isObject(sent)) throw badRequest()
  return sent
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
  throw worksByProject(ctx) ? notPermitted('read', 'Project') : recordNotFound('Project', unknown)
}
