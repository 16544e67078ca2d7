import type { FastifyInstance } from 'fastify'

/** One line a call in `web.log`: time, request id, status, method, path without query, user, milliseconds (contract 6.3). */
export function logCalls(app: FastifyInstance): void {
  const { logs } = app.site
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const user = request.session?.user ?? 'Guest'
    const millis = (performance.now() - request.arrived).toFixed(1)
    logs.web(
      `${new Date().toISOString()} ${request.id} ${reply.statusCode} ${request.method} ${path.slice(0, 500)} ${user} ${millis}`,
    )
    done()
  })
}
