import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { pathNotFound } from './plugins/errors.ts'

/**
 * For calls that only HQ may make: it proves itself by the instance secret (contract 6.5).
 * @throws Problem 404 to everybody else, as if there were no such path
 */
export function requireHq(request: FastifyRequest): void {
  const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ')
  const [right, given] = [request.server.site.config.instanceSecret, secret].map((text) =>
    hash('sha256', text, 'buffer'),
  )
  if (scheme !== 'Bearer' || !right || !given || !timingSafeEqual(right, given)) throw pathNotFound(request)
}
