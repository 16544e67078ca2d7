import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { pathNotFound } from './plugins/errors.ts'

/**
 * For calls that only HQ may make: it proves itself by the instance secret (reference: hosting, Project data). A
 * cluster's API that passes a call on keeps `Authorization` for itself, so that HQ says the same in
 * `X-HQ-Authorization` there.
 * @throws Problem 404 to everybody else, as if there were no such path
 */
export function requireHq(request: FastifyRequest): void {
  if (!isFromHq(request)) throw pathNotFound(request)
}

export function isFromHq(request: FastifyRequest): boolean {
  const { authorization, 'x-hq-authorization': through } = request.headers
  const right = request.server.site.config.instanceSecret
  return [authorization, through].some((proof) => isProof(right, proof))
}

function isProof(right: string, proof: unknown): boolean {
  const [scheme, secret = ''] = typeof proof === 'string' ? proof.split(' ') : []
  const [one, other] = [right, secret].map((text) => hash('sha256', text, 'buffer')) as [Buffer, Buffer]
  return scheme === 'Bearer' && timingSafeEqual(one, other)
}
