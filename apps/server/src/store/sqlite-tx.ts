import { asError } from './errors.ts'
import type { Printed, Statement } from './sql.ts'
import type { Params, Tx } from './store.ts'

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

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#do(statement, ({ sql, parameters }) => this.#connection.all(sql, parameters) as Awaitable<T[]>)
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    return this.#do(
      statement,
      ({ sql, parameters }) => this.#connection.get(sql, parameters) as Awaitable<T | undefined>,
    )
  }

  run(statement: Statement): Promise<number> {
    return this.#do(statement, ({ sql, parameters }) => this.#connection.run(sql, parameters))
  }

  insert(statement: Statement): Promise<number> {
    return this.#do(statement, ({ sql, parameters }) => this.#connection.insert(sql, parameters))
  }

  afterCommit(run: () => void): void {
    this.#check()
    this.callbacks.push(run)
  }

  end(): void {
    this.#ended = true
  }

  // Not async: an already settled promise spares the hot path a hop.
  #do<T>(statement: Statement, execute: (printed: Printed) => Awaitable<T>): Promise<T> {
    let printed: Printed
    try {
      this.#check()
      printed = statement.print()
    } catch (error) {
      return Promise.reject(error)
    }
    this.statements++
    this.hasChanged ||= !printed.sql.startsWith('select ')
    try {
      const value = execute(printed)
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
