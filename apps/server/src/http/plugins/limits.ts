import { limits, tooManyAttempts } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../../ground/address-key.ts'
import { uriTooLong } from './errors.ts'
import { isFrontEndCall } from './paths.ts'

const windowMillis = 60_000

/** Length of the address, and the general limit of calls a minute for a session or a guest's address. */
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
  // An answer that a stranger may have guessed for counts once it turned out to be a guess.
  app.addHook('onResponse', (request, reply, done) => {
    const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429
    if (isRefusal && request.routeOptions.config?.limit === 'refusals') counts.add(callerKey(request), 1)
    done()
  })
}

const callerKey = (request: FastifyRequest) => request.session?.id ?? addressKey(request.ip)

/** Calls by caller within a minute. The clock is the process's own, which no correction of the time moves. */
class CallCounts {
  readonly #entries = new Map<string, { count: number; until: number }>()

  /** Adds to the caller's count; answers it, and the seconds until it begins anew. */
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

  /** Entries stand in the order in which they lapse. */
  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#entries) {
      if (until > now && this.#entries.size <= maxCallers) return
      this.#entries.delete(key)
    }
  }
}

const maxCallers = 100_000
