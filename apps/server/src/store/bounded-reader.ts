import { StoreBusy } from './errors.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Query } from './store.ts'

/** A query that would have to wait longer for its answer is refused; milliseconds. */
const maxWait = 4000
/** From here on nothing new should be begun, so that what was begun still gets its further queries; milliseconds. */
const fullFrom = 2000
/** The same as a number: however quick the answers, more in the queue would only take memory. */
const fullAt = 500
/** So many may always be under way: too few to tell from them how fast they go. */
const alwaysFree = 16
/** How much the newest gap between two answers counts for the usual one. */
const weight = 0.1

/**
 * Queries of people over a reader whose work is not bounded. Once more are asked than it answers, a queue would only grow, and
 * everybody in it wait in vain: the newest are refused at once instead.
 */
export class BoundedReader implements HeavyReader {
  readonly #reader: HeavyReader
  readonly #now: () => number
  #underWay = 0
  #lastAnswer: number | undefined
  #gap = 0

  constructor(reader: HeavyReader, now = () => performance.now()) {
    this.#reader = reader
    this.#now = now
  }

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#run(() => this.#reader.all<T>(statement))
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    return this.#run(() => this.#reader.get<T>(statement))
  }

  each(queries: readonly Query[]): Promise<unknown[][]> {
    return this.#run(() => this.#reader.each(queries))
  }

  /** True while a call that needs this reader should not be begun; queries of one that was begun are still taken for a while. */
  get isFull(): boolean {
    return this.#underWay >= fullAt || this.#waitsLongerThan(fullFrom)
  }

  async #run<T>(query: () => Promise<T>): Promise<T> {
    if (this.#waitsLongerThan(maxWait)) throw new StoreBusy()
    this.#underWay++
    try {
      return await query()
    } finally {
      this.#underWay--
      this.#noteAnswer()
    }
  }

  #waitsLongerThan(millis: number): boolean {
    return this.#underWay >= alwaysFree && this.#underWay * this.#gap > millis
  }

  /** How long the first of a row of answers took tells nothing of how often they come: a thread may have had to start for it. */
  #noteAnswer(): void {
    const now = this.#now()
    if (this.#lastAnswer !== undefined) this.#gap += weight * (now - this.#lastAnswer - this.#gap)
    this.#lastAnswer = this.#underWay === 0 ? undefined : now
  }
}
