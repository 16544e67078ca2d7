import type pg from 'pg'
import { asError } from './errors.ts'
import { isConnectionLost, isStalePlan, translatePostgresError } from './postgres-errors.ts'
import type { Statements } from './postgres-statements.ts'
import type { PostgresWatch } from './postgres-watch.ts'
import type { PrintedSql, Statement } from './sql.ts'
import type { HeavyReader, Query } from './store.ts'

/** A read whose connection broke is retried once, if it started less than this long ago. Milliseconds. */
const retryWithin = 5_000

/** Reads through any free connection of the pool. */
export class PoolReader implements HeavyReader {
  readonly #pool: pg.Pool
  readonly #watch: PostgresWatch
  readonly #statements: Statements
  /** The message when the server ended a read that took too long. */
  readonly #timeoutMessage: string | undefined

  constructor(pool: pg.Pool, watch: PostgresWatch, statements: Statements, timeoutMessage?: string) {
    this.#pool = pool
    this.#watch = watch
    this.#statements = statements
    this.#timeoutMessage = timeoutMessage
  }

  async all<T>(statement: Statement<T>): Promise<T[]> {
    const startedAt = performance.now()
    const printed = statement.print()
    try {
      return await this.#query<T>(printed)
    } catch (error) {
      if (isStalePlan(error)) this.#statements.forget()
      // A read may run twice, and the broken connection may have been dead for a long time.
      else if (!isConnectionLost(asError(error)) || performance.now() - startedAt > retryWithin)
        throw this.#translate(error)
    }
    try {
      return await this.#query<T>(printed)
    } catch (error) {
      throw this.#translate(error)
    }
  }

  async get<T>(statement: Statement<T>): Promise<T | undefined> {
    const rows = await this.all<T>(statement)
    return rows[0]
  }

  each(queries: readonly Query[]): Promise<unknown[][]> {
    return Promise.all(
      queries.map(({ kind, statement }) => (kind === 'all' ? this.all(statement) : this.#one(statement))),
    )
  }

  async #one(statement: Statement): Promise<unknown[]> {
    return [await this.get(statement)]
  }

  async #query<T>({ sql, parameters }: PrintedSql): Promise<T[]> {
    const query = this.#statements.query(sql, parameters)
    const client = await this.#watch.take(this.#pool)
    try {
      const result = await client.ask(query)
      client.release()
      return result.rows as T[]
    } catch (thrown) {
      const error = asError(thrown)
      client.release(isConnectionLost(error) ? error : undefined)
      throw error
    }
  }

  #translate(error: unknown): Error {
    return translatePostgresError(error, this.#timeoutMessage)
  }
}
