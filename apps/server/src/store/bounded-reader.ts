import { StoreBusy } from './errors.ts'
import type { Params, Reader, Row } from './store.ts'

/** A query that would have to wait longer for its answer is refused; milliseconds. */
const maxWait = 2000
/** So many may always be under way: too few to tell from them how fast they go. */
const alwaysFree = 16
/** How much the newest gap between two answers counts for the usual one. */
const weight = 0.1

/**
 * Queries of people over a reader whose work is not bounded. Once more are asked than it answers, a queue would only grow, and
 * everybody in it wait in vain: the newest are refused at once instead.
 */
export class BoundedReader implements Reader {
  readonly #reader: Reader
  readonly #now: () => number
  #underWay = 0
  #lastAnswer = 0
  #gap = 0

  constructor(reader: Reader, now = () => performance.now()) {
    this.#reader = reader
    this.#now = now
  }

  all<T = Row>(sql: string, params?: Params): Promise<T[]> {
    return this.#run(() => this.#reader.all<T>(sql, params))
  }

  get<T = Row>(sql: string, params?: Params): Promise<T | undefined> {
    return this.#run(() => this.#reader.get<T>(sql, params))
  }

  async #run<T>(query: () => Promise<T>): Promise<T> {
    if (this.#underWay >= alwaysFree && this.#underWay * this.#gap > maxWait) throw new StoreBusy()
    if (this.#underWay === 0) this.#lastAnswer = this.#now()
    this.#underWay++
    try {
      return await query()
    } finally {
      this.#underWay--
      const now = this.#now()
      this.#gap += weight * (now - this.#lastAnswer - this.#gap)
      this.#lastAnswer = now
    }
  }
}
