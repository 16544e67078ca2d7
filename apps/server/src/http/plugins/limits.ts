import { limits, tooManyAttempts } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../../address-key.ts'
import { uriTooLong } from './errors.ts'
import { isFrontEndPath } from './paths.ts'

const windowMillis = 60_000

/** Length of the address, and the general limit of calls a minute for a session or a guest's address (contract 3.1). */
export function limitCalls(app: FastifyInstance): void {
  const { rateLimit, guestRateLimit } = app.site.config
  const counts = new Map<string, { count: number; until: number }>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length > limits.urlLength) return done(uriTooLong())
    const most = request.session ? rateLimit : guestRateLimit
    if (most === 0 || request.routeOptions.config?.unlimited || isUncounted(request)) return done()
    const now = Date.now()
    const key = request.session?.id ?? addressKey(request.ip)
    let entry = counts.get(key)
    if (!entry || entry.until <= now) {
      entry = { count: 0, until: now + windowMillis }
      counts.delete(key)
      counts.set(key, entry)
      forgetOld(now)
    }
    entry.count++
    done(entry.count > most ? tooManyAttempts(Math.ceil((entry.until - now) / 1000)) : undefined)
  })

  /** Entries stand in the order in which they lapse. */
  function forgetOld(now: number): void {
    for (const [key, { until }] of counts) {
      if (until > now && counts.size <= mostCallers) return
      counts.delete(key)
    }
  }
}

const mostCallers = 100_000

/** The front end's files and public images are no calls. */
function isUncounted(request: FastifyRequest): boolean {
  return isFrontEndPath(request.url) || request.url.startsWith('/files/')
}
