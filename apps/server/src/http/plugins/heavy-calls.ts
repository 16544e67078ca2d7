import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookie } from '../../ground/cookie.ts'
import type { Site } from '../../site.ts'

/** Maximum number of recently answered URLs, about as many as the engine caches pages of lists. */
const maxAnswered = 1000
/** Maximum length of a remembered URL. */
const maxUrlLength = 4_000

/**
 * Refuses calls that need a reader thread while all of these have enough work, before anything is done for the call. A
 * route tells through `config.tooBusy` which calls these are. A recently answered URL is admitted, because the engine
 * may still have its answer cached. Guests are admitted too, and get the answer that they must sign in.
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
    if (request.routeOptions.config.tooBusy && reply.statusCode === 200 && url.length <= maxUrlLength) {
      answered.delete(url)
      answered.add(url)
      if (answered.size > maxAnswered) answered.delete(answered.values().next().value as string)
    }
    done()
  })
}

const hasCookie = (site: Site, { headers }: FastifyRequest) =>
  readCookie(site.config.cookieName, headers.cookie) !== undefined
