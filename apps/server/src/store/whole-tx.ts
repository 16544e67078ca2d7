import { savepoint } from './savepoint.ts'
import type { Statement } from './sql.ts'
import type { Tx } from './store.ts'

/** The transaction of one `change`, as far as both databases do the same: its parts, its end, its first failure. */
export abstract class WholeTx implements Tx {
  readonly callbacks: (() => void)[] = []
  /** The error of the first failed statement, as the driver gave it. After it the write can only end. */
  failure: Error | undefined
  readonly #atEnd: (() => Promise<void>)[] = []
  #ended = false

  abstract all<T>(statement: Statement<T>): Promise<T[]>
  abstract get<T>(statement: Statement<T>): Promise<T | undefined>
  abstract run(statement: Statement): Promise<number>
  abstract insert(statement: Statement): Promise<number>

  afterCommit(run: () => void): void {
    this.check()
    this.callbacks.push(run)
  }

  beforeCommit(run: () => Promise<void>): void {
    this.check()
    this.#atEnd.push(run)
  }

  async attempt<T>(part: () => Promise<T>): Promise<T> {
    const count = this.callbacks.length
    await this.run(savepoint.begin)
    try {
      const value = await part()
      await this.run(savepoint.release)
      return value
    } catch (error) {
      if (this.failure) throw error
      this.callbacks.length = count
      await this.run(savepoint.rollBack)
      await this.run(savepoint.release)
      throw error
    }
  }

  /** Runs the change and what it left for its end. */
  async complete<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await change(this)
    for (const run of this.#atEnd) await run()
    return value
  }

  end(): void {
    this.#ended = true
  }

  /** @throws Error after the end, and after a failed statement */
  protected check(): void {
    if (this.#ended) throw new Error('A transaction was used after its change had ended')
    if (this.failure) throw this.tellFailure(this.failure)
  }

  /** The failure as callers know it. */
  protected tellFailure(failure: Error): Error {
    return failure
  }
}
