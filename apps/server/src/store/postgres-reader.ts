import type pg from 'pg'
import { asError } from './errors.ts'
import { isConnectionLost, isStalePlan, translatePostgresError } from './postgres-errors.ts'
import type { Statements } from './postgres-statements.ts'
import type { PostgresWatch } from './postgres-watch.ts'
import type { Printed, Statement } from './sql.ts'
import type { HeavyReader, Query } from './store.ts'

/** How long after its beginning a read whose connection broke is still tried once more. Milliseconds. */
const retryWithin = 5_000

/** Reads through whichever connection of the pool is free. */
export class PoolReader implements HeavyReader {
  readonly #pool: pg.Pool
  readonly #watch: PostgresWatch
  readonly #statements: Statements
  /** What is said when the server ended a read that took too long. */
  readonly #tooLong: string | undefined

  constructor(pool: pg.Pool, watch: PostgresWatch, statements: Statements, tooLong?: string) {
    this.#pool = pool
    this.#watch = watch
    this.#statements = statements
    this.#tooLong = tooLong
  }

  async all<T>(statement: Statement<T>): Promise<T[]> {
    const begun = performance.now()
    const printed = statement.print()
    try {
      return await this.#query<T>(printed)
    } catch (error) {
      if (isStalePlan(error)) this.#statements.forget()
      // A read may be done twice; the connection that broke may have been dead for long.
      else if (!isConnectionLost(asError(error)) || performance.now() - begun > retryWithin)
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

  async #query<T>({ sql, parameters }: Printed): Promise<T[]> {
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
    return translatePostgresError(error, this.#tooLong)
  }
}
