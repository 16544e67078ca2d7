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

export function isFromHq(request: FastifyRequest): boolean {
  const { authorization, 'x-hq-authorization': through } = request.headers
  const expected = request.server.site.config.instanceSecret
  return [authorization, through].some((proof) => isProof(expected, proof))
}

function isProof(expected: string, proof: unknown): boolean {
  const [scheme, secret = ''] = typeof proof === 'string' ? proof.split(' ') : []
  const [one, other] = [expected, secret].map((text) => hash('sha256', text, 'buffer')) as [Buffer, Buffer]
  return scheme === 'Bearer' && timingSafeEqual(one, other)
}
