import { createHash, randomUUID } from 'node:crypto'
import { notPossibleNow } from '@tavla/contract'

const lifeMillis = 30 * 60_000
/** Beyond so many, the oldest plan lapses early. */
const maxKept = 2_000

interface KeptPlan {
  user: string
  fingerprint: string
  /** Of the set of ids. */
  digest: string
  /** By the monotonic clock, so that a clock that is set does not end or prolong a plan. */
  ends: number
}

/** The plans of the last half hour, each for one start by its person with the same body. */
export class KeptPlans {
  readonly #plans = new Map<string, KeptPlan>()

  /** Keeps a plan; returns its id and its end in milliseconds. */
  add(user: string, fingerprint: string, ids: readonly string[]): { id: string; expires: number } {
    this.#forgetOld()
    const id = randomUUID()
    this.#plans.set(id, { user, fingerprint, digest: digestOf(ids), ends: performance.now() + lifeMillis })
    return { id, expires: Date.now() + lifeMillis }
  }

  /**
   * Takes a plan for its start; the function that it returns puts the plan back for a start that did not happen.
   * @throws Problem 409 when it is not there any more, is another's, or was made for another body
   */
  take(id: string, user: string, fingerprint: string): { isOf(ids: readonly string[]): boolean; putBack(): void } {
    const plan = this.#plans.get(id)
    const isUsable = plan && plan.ends > performance.now() && plan.user === user && plan.fingerprint === fingerprint
    if (!isUsable) throw notPossibleNow({ text: 'This plan is no longer valid. Look at it again.' })
    this.#plans.delete(id)
    return {
      isOf: (ids) => digestOf(ids) === plan.digest,
      putBack: () => this.#plans.set(id, plan),
    }
  }

  #forgetOld(): void {
    const now = performance.now()
    for (const [id, { ends }] of this.#plans) if (ends <= now || this.#plans.size >= maxKept) this.#plans.delete(id)
  }
}

function digestOf(ids: readonly string[]): string {
  const hash = createHash('sha256')
  for (const id of ids.toSorted()) hash.update(`${id}\n`)
  return hash.digest('base64url')
}
