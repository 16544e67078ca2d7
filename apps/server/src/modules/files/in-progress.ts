import { Problem } from '@tavla/contract'
import type { FastifyReply } from 'fastify'

/** A browser sends two files at once; this is room for a few of its windows. */
const ofOnePerson = 8
const ofAll = 32

/** Counts the uploads that are on their way, of each person and of all: each holds memory, a descriptor and the disk. */
export class UploadsInProgress {
  readonly #ofPerson = new Map<string, number>()
  #all = 0

  /** Counts one until its answer has left or its connection is gone. @throws Problem 429 for the person, 503 for the site */
  enter(user: string, reply: FastifyReply): void {
    const own = this.#ofPerson.get(user) ?? 0
    if (own >= ofOnePerson) throw tooMany()
    if (this.#all >= ofAll) throw veryBusy()
    this.#ofPerson.set(user, own + 1)
    this.#all++
    let isOver = false
    const leave = () => {
      if (!isOver) this.#leave(user)
      isOver = true
    }
    reply.raw.once('finish', leave).once('close', leave)
  }

  #leave(user: string): void {
    const own = (this.#ofPerson.get(user) ?? 1) - 1
    if (own > 0) this.#ofPerson.set(user, own)
    else this.#ofPerson.delete(user)
    this.#all--
  }
}

/** The site takes no more bodies for the moment. */
export function veryBusy(): Problem {
  const detail = { text: 'The site is very busy. Please try again in a moment.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { extra: { retry_after: 1 } })
}

function tooMany(): Problem {
  const detail = { text: 'Too many uploads at once. Wait until one of them has ended.' }
  return new Problem(429, 'RateLimitExceededError', 'Slow Down', detail, { extra: { retry_after: 1 } })
}
