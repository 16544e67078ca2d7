import { StoreBusy } from './errors.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Query } from './store.ts'

/** A query that would wait longer than this is refused. Milliseconds. */
const maxWait = 4000
/** From this wait on no new call should start, so that calls under way can still make their further queries. Milliseconds. */
const fullAfterWait = 2000
/** From this many queries on no new call should start: however quick the answers, a longer queue only takes memory. */
const maxQueries = 500
/** This many queries may always run at once: they are too few to tell how fast answers come. */
const alwaysAdmitted = 16
/** Weight of the newest gap between two answers in the moving average. */
const weight = 0.1

/**
 * Limits the queries that wait for a reader. When queries arrive faster than the reader answers, an unlimited queue
 * would only grow and every caller would time out, so the newest queries are refused at once.
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

  /** True while no call that needs this reader should start. Queries of calls under way are still accepted for a while. */
  get isFull(): boolean {
    return this.#underWay >= maxQueries || this.#waitsLongerThan(fullAfterWait)
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
    return this.#underWay >= alwaysAdmitted && this.#underWay * this.#gap > millis
  }

  /**
   * Skips the first answer after an idle time: it tells nothing of how often answers come, because a thread may have
   * had to start for it.
   */
  #noteAnswer(): void {
    const now = this.#now()
    if (this.#lastAnswer !== undefined) this.#gap += weight * (now - this.#lastAnswer - this.#gap)
    this.#lastAnswer = this.#underWay === 0 ? undefined : now
  }
}
