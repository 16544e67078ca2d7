import { asError } from './errors.ts'
import { savepoint } from './savepoint.ts'
import type { PrintedSql, Statement } from './sql.ts'
import type { Params, Tx } from './store.ts'

type Awaitable<T> = T | Promise<T>

/** Runs the statements: a connection of this thread, or one in another. */
export interface Statements {
  all(sql: string, params: Params): Awaitable<unknown[]>
  get(sql: string, params: Params): Awaitable<unknown>
  run(sql: string, params: Params): Awaitable<number>
  insert(sql: string, params: Params): Awaitable<number>
}

/** The transaction passed to one `change`. */
export class SqliteTx implements Tx {
  readonly #connection: Statements
  readonly callbacks: (() => void)[] = []
  readonly #last: (() => Promise<void>)[] = []
  /** The error of the first failed statement. As on PostgreSQL, the write can then only end. */
  failure: Error | undefined
  /**
   * Statements started so far, and those still running in another thread. By these the writer notices a change that
   * waits for something else.
   */
  statements = 0
  underWay = 0
  /** Whether it ran anything but a plain `select`. */
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

  beforeCommit(run: () => Promise<void>): void {
    this.#check()
    this.#last.push(run)
  }

  /** Runs the change and what it left for its end. */
  async complete<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await change(this)
    for (const run of this.#last) await run()
    return value
  }

  end(): void {
    this.#ended = true
  }

  // Not async: an already settled promise saves the hot path a microtask.
  #do<T>(statement: Statement, execute: (printed: PrintedSql) => Awaitable<T>): Promise<T> {
    let printed: PrintedSql
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
