import { type EntityRecord, Problem, textOf } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { getRecord } from '../entity/index.ts'
import { bodyOf } from './body.ts'

/** The record as it now stands; only its id when it is gone, or the caller may no longer read it. */
export async function recordNow(
  request: FastifyRequest,
  entity: string,
  id: string,
): Promise<EntityRecord | { id: string }> {
  try {
    return await getRecord(request.server.site.engine, request.ctx, entity, id)
  } catch (error) {
    if (error instanceof Problem) return { id }
    throw error
  }
}

/** The id that a create gave its record. */
export const createdId = (kept: unknown): string => textOf((kept as { id?: unknown } | null)?.id)

/** The id of the record that an update names: in its path, or in its body. */
export function updatedId(request: FastifyRequest, entity: string, id: string | undefined): string {
  return id ?? (textOf(sentBy(request).id) || entity)
}

/** The records of a repeated bulk update, by the ids of its body. */
export async function recordsNow(request: FastifyRequest, entity: string) {
  const { entities = [] } = sentBy(request) as { entities?: { id: string }[] }
  const records = await Promise.all(entities.map(({ id }) => recordNow(request, entity, id)))
  return { entities: records, count: records.length }
}

/** The values of a body, which may be wrapped in `entity`. */
function sentBy(request: FastifyRequest): Record<string, unknown> {
  const body = bodyOf(request)
  return typeof body.entity === 'object' && body.entity !== null ? (body.entity as Record<string, unknown>) : body
}
