import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookie } from '../../ground/cookie.ts'
import type { Site } from '../../site.ts'

/** Addresses that were answered lately, about as many as the engine keeps pages of lists. */
const mostAnswered = 1000
/** A longer address is not worth keeping. */
const longestAddress = 4_000

/**
 * Refuses calls that would need a worker while all of them have enough to do, before anything is done for them; the route says by
 * `config.tooBusy` which these are. An address that was answered lately is let in: its answer may be kept, which the engine
 * alone knows; and guests go on to be told that they are.
 */
export function refuseHeavyCalls(app: FastifyInstance): void {
  const answered = new Set<string>()
  app.addHook('onRequest', (request, reply, done) => {
    const { tooBusy } = request.routeOptions.config
    if (!tooBusy?.(request.params as Record<string, string>)) return done()
    if (answered.has(request.url) || !hasCookie(app.site, request)) return done()
    reply.hijack()
    app.refusal.send(request.raw, reply.raw, request.id)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request
    if (request.routeOptions.config.tooBusy && reply.statusCode === 200 && url.length <= longestAddress) {
      answered.delete(url)
      answered.add(url)
      if (answered.size > mostAnswered) answered.delete(answered.values().next().value as string)
    }
    done()
  })
}

const hasCookie = (site: Site, { headers }: FastifyRequest) =>
  readCookie(site.config.cookieName, headers.cookie) !== undefined
