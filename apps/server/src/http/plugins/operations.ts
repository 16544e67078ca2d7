import { createHash, type Hash } from 'node:crypto'
import { badRequest } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteConfig } from '../../config/site-config.ts'
import { CallsUnderWay } from '../call-once.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes in what makes this call the same as a repeat of it; null for a call without the header Operation-Id. */
    fingerprint: Hash | null
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls that may carry an id of the sender (reference: http-api, Repeated calls). */
const takesId = /^\/api\/(entity|user|app|utils\/rename_entity)(\/|$)/

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Makes each call that writes one operation: under the sender's id if it has one, which then is applied once however
 * often it arrives. Answers name the operation that they wrote.
 */
export function carryOperations(app: FastifyInstance): void {
  const { config } = app.site
  const calls = new CallsUnderWay()
  app.decorateRequest('fingerprint', null)
  app.addHook('onRoute', (route) => {
    if (!takesId.test(route.url) || [route.method].flat().every((method) => safeMethods.has(method))) return
    const { handler } = route
    route.handler = function run(request, reply) {
      if (request.fingerprint === null) return handler.call(this, request, reply)
      return calls.once(request, reply, async () => handler.call(this, request, reply))
    }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || !request.ctx) return done()
    const { operation } = request.ctx
    operation.door = doorOf(request, config)
    const id = request.headers['operation-id']
    if (id === undefined || !takesId.test(request.routeOptions.url ?? '')) return done()
    if (typeof id !== 'string' || !uuid.test(id)) return done(badRequest())
    operation.useId(id)
    request.fingerprint = createHash('sha256').update(`${request.method} ${request.url}\n`)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.ctx?.operation.hasRow) reply.header('operation-id', request.ctx.operation.id)
    done()
  })
}

/** Browsers name the page that sends a call which changes something; programs don't. */
function doorOf({ headers: { origin }, protocol, host }: FastifyRequest, config: SiteConfig) {
  if (origin === undefined) return 'API'
  return origin === config.publicUrl || origin === `${protocol}://${host}` ? 'Screen' : 'Console'
}
