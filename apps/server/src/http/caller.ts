import type { FastifyRequest } from 'fastify'
import type { Caller } from '../site.ts'

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    cookie: request.headers.cookie,
  }
}
