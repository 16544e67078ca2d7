import type { FastifyInstance } from 'fastify'

/** The headers of every answer (contract 3.1); a route that knows better overwrites them. */
export function sendCommonHeaders(app: FastifyInstance): void {
  const secure = app.site.config.publicUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now()
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}
