import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { pathNotFound } from './plugins/errors.ts'

/**
 * Protects calls that only HQ may make, proved by the instance secret (reference: hosting, Project data). A cluster's
 * API that forwards a call uses `Authorization` itself, so HQ then sends the secret in `X-HQ-Authorization`.
 * @throws Problem 404 for all other callers, as if the path did not exist
 */
export function requireHq(request: FastifyRequest): void {
  if (!isFromHq(request)) throw pathNotFound(request)
}

export const isFromHq = (request: FastifyRequest): boolean =>
  provesHq(request, request.server.site.config.instanceSecret)

/** Whether a call bears the instance secret. */
export function provesHq({ headers }: Pick<FastifyRequest, 'headers'>, instanceSecret: string): boolean {
  const { authorization, 'x-hq-authorization': through } = headers
  return [authorization, through].some((proof) => isProof(instanceSecret, proof))
}

function isProof(expected: string, proof: unknown): boolean {
  const [scheme, secret = ''] = typeof proof === 'string' ? proof.split(' ') : []
  const [one, other] = [expected, secret].map((text) => hash('sha256', text, 'buffer')) as [Buffer, Buffer]
  return scheme === 'Bearer' && timingSafeEqual(one, other)
}
