import { Problem } from '@tavla/contract'
import type { FastifyReply } from 'fastify'

/** A browser sends two files at once; this allows a few of its windows. */
const maxPerUser = 8
const maxUploads = 32

/** Counts running uploads by user and in all, because each holds memory, a descriptor and disk space. */
export class UploadsInProgress {
  readonly #byUser = new Map<string, number>()
  #all = 0

  /**
   * Counts an upload until its answer is sent or its connection closes.
   * @throws Problem 429 for the user's limit, 503 for the site's
   */
  enter(user: string, reply: FastifyReply): void {
    const own = this.#byUser.get(user) ?? 0
    if (own >= maxPerUser) throw tooMany()
    if (this.#all >= maxUploads) throw veryBusy()
    this.#byUser.set(user, own + 1)
    this.#all++
    let isOver = false
    const leave = () => {
      if (!isOver) this.#leave(user)
      isOver = true
    }
    reply.raw.once('finish', leave).once('close', leave)
  }

  #leave(user: string): void {
    const own = (this.#byUser.get(user) ?? 1) - 1
    if (own > 0) this.#byUser.set(user, own)
    else this.#byUser.delete(user)
    this.#all--
  }
}

/** The site accepts no more bodies for the moment. */
export function veryBusy(): Problem {
  const detail = { text: 'The site is very busy. Please try again in a moment.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { extra: { retry_after: 1 } })
}

function tooMany(): Problem {
  const detail = { text: 'Too many uploads at once. Wait until one of them has ended.' }
  return new Problem(429, 'RateLimitExceededError', 'Slow Down', detail, { extra: { retry_after: 1 } })
}
