import { asError } from './errors.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { PrintedSql, Statement } from './sql.ts'
import type { Params } from './store.ts'
import { WholeTx } from './whole-tx.ts'

type Awaitable<T> = T | Promise<T>

/** Runs the statements: a connection of this thread, or one in another. */
export interface Statements {
  all(sql: string, params: Params): Awaitable<unknown[]>
  get(sql: string, params: Params): Awaitable<unknown>
  run(sql: string, params: Params): Awaitable<number>
  insert(sql: string, params: Params): Awaitable<number>
}

/** The transaction passed to one `change`. */
export class SqliteTx extends WholeTx {
  readonly #connection: Statements
  readonly #turns: LoopTurns | undefined
  /**
   * Statements started so far, and those that run in another thread or wait for a turn. By these the writer notices a
   * change that waits for something else.
   */
  statements = 0
  underWay = 0
  /** Whether it ran anything but a plain `select`. */
  hasChanged = false

  /** `turns` let the event loop turn between statements of this thread. */
  constructor(connection: Statements, turns?: LoopTurns) {
    super()
    this.#connection = connection
    this.#turns = turns
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

  // Not async: an already settled promise saves the hot path a microtask.
  #do<T>(statement: Statement, execute: (printed: PrintedSql) => Awaitable<T>): Promise<T> {
    let printed: PrintedSql
    try {
      this.check()
      printed = statement.print()
    } catch (error) {
      return Promise.reject(error)
    }
    this.statements++
    this.hasChanged ||= !printed.sql.startsWith('select ')
    if (this.#turns?.due()) return this.#await(this.#afterTurn(this.#turns, () => execute(printed)))
    try {
      const value = execute(printed)
      return value instanceof Promise ? this.#await(value) : Promise.resolve(value)
    } catch (error) {
      this.failure = asError(error)
      return Promise.reject(this.failure)
    }
  }

  async #afterTurn<T>(turns: LoopTurns, execute: () => Awaitable<T>): Promise<T> {
    for (let turn = turns.due(); turn; turn = turns.due()) await turn
    // The write may have been given up meanwhile.
    this.check()
    return execute()
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
}
