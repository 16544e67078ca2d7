import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readCookie } from '../../ground/cookie.ts'
import type { Site } from '../../site.ts'

/** Maximum number of recently answered URLs, about as many as the engine caches pages of lists. */
const maxAnswered = 1000
/** Maximum number of paths that are known to need a reader thread, more than any site has lists. */
const maxPaths = 1000
/** Maximum length of a remembered URL. */
const maxUrlLength = 4_000

/**
 * Calls that need a reader thread, refused while all of these have enough work. A route tells through `config.tooBusy`
 * which calls these are. The router finds the route of a path once; from then on the path is refused before the
 * framework sees the call, because a site under load refuses thousands of them a second. A recently answered URL is
 * admitted, because the engine may still have its answer cached. Guests are admitted too, and get the answer that they
 * must sign in.
 */
export class HeavyCalls {
  readonly #site: Site
  readonly #answered = new Set<string>()
  readonly #isTooBusy = new Map<string, () => boolean>()

  constructor(site: Site) {
    this.#site = site
  }

  refuses({ method, url = '', headers }: IncomingMessage): boolean {
    if (method !== 'GET' || !this.#isTooBusy.get(pathOf(url))?.()) return false
    return !this.#answered.has(url) && readCookie(this.#site.config.cookieName, headers.cookie) !== undefined
  }

  notePath(url: string, isTooBusy: () => boolean): void {
    if (url.length <= maxUrlLength) addNewest(this.#isTooBusy, pathOf(url), isTooBusy, maxPaths)
  }

  noteAnswer(url: string): void {
    if (url.length > maxUrlLength) return
    this.#answered.delete(url)
    this.#answered.add(url)
    if (this.#answered.size > maxAnswered) this.#answered.delete(this.#answered.values().next().value as string)
  }
}

/** Learns from the calls that the router sees which paths are heavy, and refuses the first call of each. */
export function refuseHeavyCalls(app: FastifyInstance, heavy: HeavyCalls): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { tooBusy } = request.routeOptions.config
    if (!tooBusy || request.method !== 'GET') return done()
    const params = request.params as Record<string, string>
    heavy.notePath(request.url, () => tooBusy(params))
    if (!heavy.refuses(request.raw)) return done()
    reply.hijack()
    app.refusal.send(request.raw, reply.raw, request.id)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.tooBusy && reply.statusCode === 200) heavy.noteAnswer(request.url)
    done()
  })
}

function addNewest<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) map.delete(map.keys().next().value as string)
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
