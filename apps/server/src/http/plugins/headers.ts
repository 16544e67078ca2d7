import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../site.ts'

/** The headers of every answer (contract 3.1); a route that knows better overwrites them. */
export function sendCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(app.site, request, reply)
    done()
  })
}

export function addCommonHeaders(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  request.arrived = performance.now()
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', 'no-store')
  if (site.config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
}
