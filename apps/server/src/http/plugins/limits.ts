import { limits, tooManyAttempts } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../../ground/address-key.ts'
import { uriTooLong } from './errors.ts'
import { isFrontEndCall } from './paths.ts'

const windowMillis = 60_000

/** Limits the length of the URL and the calls per minute of a session or a guest's IP address. */
export function limitCalls(app: FastifyInstance): void {
  const { rateLimit, guestRateLimit } = app.site.config
  const counts = new CallCounts()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length > limits.urlLength) return done(uriTooLong())
    const max = request.session ? rateLimit : guestRateLimit
    const { limit } = request.routeOptions.config ?? {}
    if (max === 0 || limit === 'none' || isFrontEndCall(request)) return done()
    const { count, seconds } = counts.add(callerKey(request), limit === 'refusals' ? 0 : 1)
    const isOver = limit === 'refusals' ? count >= max : count > max
    done(isOver ? tooManyAttempts(seconds) : undefined)
  })
  // At routes whose addresses can be guessed, only refused calls count.
  app.addHook('onResponse', (request, reply, done) => {
    const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429
    if (isRefusal && request.routeOptions.config?.limit === 'refusals') counts.add(callerKey(request), 1)
    done()
  })
}

const callerKey = (request: FastifyRequest) => request.session?.id ?? addressKey(request.ip)

/** Counts calls per caller within a minute, by a clock that corrections of the system time do not change. */
class CallCounts {
  readonly #entries = new Map<string, { count: number; until: number }>()

  /** Adds to the caller's count; returns the count and the seconds until it restarts. */
  add(key: string, calls: number): { count: number; seconds: number } {
    const now = performance.now()
    let entry = this.#entries.get(key)
    if (!entry || entry.until <= now) {
      entry = { count: 0, until: now + windowMillis }
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      this.#forgetOld(now)
    }
    entry.count += calls
    return { count: entry.count, seconds: Math.ceil((entry.until - now) / 1000) }
  }

  /** Entries are in the order in which they expire. */
  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#entries) {
      if (until > now && this.#entries.size <= maxCallers) return
      this.#entries.delete(key)
    }
  }
}

const maxCallers = 100_000
