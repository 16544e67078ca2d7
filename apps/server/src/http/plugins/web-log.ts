import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../site.ts'

/** Notes when a call arrives; registered before the first hook that may refuse one. */
export function noteArrivals(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrived = performance.now()
    done()
  })
}

/** Writes one line to `web.log` for each call. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logCall(app.site, request, reply)
    done()
  })
}

/** Time, request id, status, method, path without query, user, milliseconds (reference: hosting, Log files). */
export function logCall(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  const { url } = request
  const query = url.indexOf('?')
  const path = (query < 0 ? url : url.slice(0, query)).slice(0, 500)
  const user = request.session?.user ?? 'Guest'
  const millis = (performance.now() - request.arrived).toFixed(1)
  site.logs.web(
    `${new Date().toISOString()} ${request.id} ${reply.statusCode} ${request.method} ${path} ${user} ${millis}`,
  )
}
