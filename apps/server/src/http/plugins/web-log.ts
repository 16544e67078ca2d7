import type { IncomingMessage } from 'node:http'
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

export function logCall(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  const { id, method, url, arrived } = request
  const user = request.session?.user ?? 'Guest'
  writeLine(site, { id, status: reply.statusCode, method, url, user, millis: performance.now() - arrived })
}

/** The line of a call that was refused before anything was known of its caller. */
export function logRefused(site: Site, { method = '', url = '' }: IncomingMessage, id: string): void {
  writeLine(site, { id, status: 503, method, url, user: '-', millis: 0 })
}

interface LoggedCall {
  id: string
  status: number
  method: string
  url: string
  user: string
  millis: number
}

/** Time, request id, status, method, path without query, user, milliseconds (reference: hosting, Log files). */
function writeLine(site: Site, { id, status, method, url, user, millis }: LoggedCall): void {
  const query = url.indexOf('?')
  const path = (query < 0 ? url : url.slice(0, query)).slice(0, 500)
  site.logs.web(`${new Date().toISOString()} ${id} ${status} ${method} ${path} ${user} ${millis.toFixed(1)}`)
}
