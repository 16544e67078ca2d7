import type pg from 'pg'
import { asError } from './errors.ts'
import type { WatchedClient } from './postgres-client.ts'
import { translatePostgresError } from './postgres-errors.ts'
import type { Statements } from './postgres-statements.ts'
import type { PrintedSql, Statement } from './sql.ts'
import { WholeTx } from './whole-tx.ts'

/** The transaction passed to one `change`, on a connection of its own. */
export class PostgresTx extends WholeTx {
  readonly #client: WatchedClient
  readonly #statements: Statements
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: WatchedClient, statements: Statements) {
    super()
    this.#client = client
    this.#statements = statements
  }

  async all<T>(statement: Statement<T>): Promise<T[]> {
    const result = await this.#query(statement.print())
    return result.rows as T[]
  }

  async get<T>(statement: Statement<T>): Promise<T | undefined> {
    const rows = await this.all<T>(statement)
    return rows[0]
  }

  async run(statement: Statement): Promise<number> {
    const result = await this.#query(statement.print())
    return result.rowCount ?? 0
  }

  async insert(statement: Statement): Promise<number> {
    const { sql, parameters } = statement.print()
    const { rows } = await this.#query({ sql: `${sql} returning rid`, parameters })
    return (rows[0] as { rid: number } | undefined)?.rid ?? 0
  }

  /** Resolves when no statement runs any more, including those that `change` did not await. */
  settled(): Promise<unknown> {
    return this.#last
  }

  // One after another: the driver takes no second statement while one runs.
  async #query(statement: PrintedSql): Promise<pg.QueryResult> {
    this.check()
    const result = this.#last.then(() => this.#run(statement))
    this.#last = result.catch(() => {})
    return result
  }

  async #run({ sql, parameters }: PrintedSql): Promise<pg.QueryResult> {
    if (this.failure) throw this.tellFailure(this.failure)
    try {
      return await this.#client.ask(this.#statements.query(sql, parameters))
    } catch (error) {
      this.failure = asError(error)
      throw translatePostgresError(error)
    }
  }

  protected override tellFailure(failure: Error): Error {
    return translatePostgresError(failure)
  }
}
