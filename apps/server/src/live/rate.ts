import { performance } from 'node:perf_hooks'
import { limits } from '@tavla/contract'

/** Counts one socket's events by the second (reference: live-events, Events from the client). */
export class EventRate {
  #windowStart = Number.NEGATIVE_INFINITY
  #events = 0

  /**
   * Returns `refused` beyond the limit of a second, and `flood` beyond twenty times that limit, where the connection
   * should end.
   */
  count(now = performance.now()): 'fine' | 'refused' | 'flood' {
    if (now - this.#windowStart >= 1000) {
      this.#windowStart = now
      this.#events = 0
    }
    this.#events += 1
    if (this.#events <= limits.socketEventsPerSecond) return 'fine'
    return this.#events <= limits.socketEventsPerSecond * 20 ? 'refused' : 'flood'
  }
}
