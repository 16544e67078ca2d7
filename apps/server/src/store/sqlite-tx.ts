import { asError } from './errors.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Params, Row, Tx } from './store.ts'

/** What one `change` holds while it runs on the writer's connection. */
export class SqliteTx implements Tx {
  readonly #connection: SqliteConnection
  readonly callbacks: (() => void)[] = []
  /** The first statement that failed: after it the write can only end, as on PostgreSQL. */
  failure: Error | undefined
  /** Statements run so far; the writer looks at it to notice a change that waits for something else. */
  statements = 0
  /** Whether it ran anything that is not plainly a `select`. */
  hasChanged = false
  #ended = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  all<T = Row>(sql: string, params: Params = []): Promise<T[]> {
    return this.#do(sql, () => this.#connection.all(sql, params) as T[])
  }

  get<T = Row>(sql: string, params: Params = []): Promise<T | undefined> {
    return this.#do(sql, () => this.#connection.get(sql, params) as T | undefined)
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
  #do<T>(sql: string, statement: () => T): Promise<T> {
    try {
      this.#check()
    } catch (error) {
      return Promise.reject(error)
    }
    this.statements++
    this.hasChanged ||= !sql.startsWith('select ')
    try {
      return Promise.resolve(statement())
    } catch (error) {
      this.failure = asError(error)
      return Promise.reject(this.failure)
    }
  }

  #check(): void {
    if (this.#ended) throw new Error('A transaction was used after its change had ended')
    if (this.failure) throw this.failure
  }
}
