import { asError } from './errors.ts'
import type { Params, Row, Tx } from './store.ts'

type Awaitable<T> = T | Promise<T>

/** What runs the statements: a connection of this thread, or one in another. */
export interface Statements {
  all(sql: string, params: Params): Awaitable<unknown[]>
  get(sql: string, params: Params): Awaitable<unknown>
  run(sql: string, params: Params): Awaitable<number>
  insert(sql: string, params: Params): Awaitable<number>
}

/** What one `change` holds while it runs. */
export class SqliteTx implements Tx {
  readonly #connection: Statements
  readonly callbacks: (() => void)[] = []
  /** The first statement that failed: after it the write can only end, as on PostgreSQL. */
  failure: Error | undefined
  /** Statements begun so far, and those that another thread is at; the writer notices by them a change that waits for something else. */
  statements = 0
  underWay = 0
  /** Whether it ran anything that is not plainly a `select`. */
  hasChanged = false
  #ended = false

  constructor(connection: Statements) {
    this.#connection = connection
  }

  all<T = Row>(sql: string, params: Params = []): Promise<T[]> {
    return this.#do(sql, () => this.#connection.all(sql, params) as Awaitable<T[]>)
  }

  get<T = Row>(sql: string, params: Params = []): Promise<T | undefined> {
    return this.#do(sql, () => this.#connection.get(sql, params) as Awaitable<T | undefined>)
  }

  run(sql: string, params: Params = []): Promise<number> {
    return this.#do(sql, () => this.#connection.run(sql, params))
  }

  insert(sql: string, params: Params = []): Promise<number> {
    return this.#do(sql, () => this.#connection.insert(sql, params))
  }

  afterCommit(run: () => void): void {
    this.#check()
    this.callbacks.push(run)
  }

  end(): void {
    this.#ended = true
  }

  // Not async: an already settled promise spares the hot path a hop.
  #do<T>(sql: string, statement: () => Awaitable<T>): Promise<T> {
    try {
      this.#check()
    } catch (error) {
      return Promise.reject(error)
    }
    this.statements++
    this.hasChanged ||= !sql.startsWith('select ')
    try {
      const value = statement()
      return value instanceof Promise ? this.#await(value) : Promise.resolve(value)
    } catch (error) {
      this.failure = asError(error)
      return Promise.reject(this.failure)
    }
  }

  async #await<T>(value: Promise<T>): Promise<T> {
    this.underWay++
    try {
      return await value
    } catch (error) {
      this.failure ??= asError(error)
      throw error
    } finally {
      this.underWay--
    }
  }

  #check(): void {
    if (this.#ended) throw new Error('A transaction was used after its change had ended')
    if (this.failure) throw this.failure
  }
}
