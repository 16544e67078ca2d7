import type pg from 'pg'
import { asError } from './errors.ts'
import type { WatchedClient } from './postgres-client.ts'
import { translatePostgresError } from './postgres-errors.ts'
import type { Statements } from './postgres-statements.ts'
import { savepoint } from './savepoint.ts'
import type { PrintedSql, Statement } from './sql.ts'
import type { Tx } from './store.ts'

/** The transaction passed to one `change`, on a connection of its own. */
export class PostgresTx implements Tx {
  readonly #client: WatchedClient
  readonly #statements: Statements
  readonly callbacks: (() => void)[] = []
  readonly #atEnd: (() => Promise<void>)[] = []
  /** The first error, as the driver gave it. PostgreSQL refuses every later statement of the transaction. */
  failure: Error | undefined
  #ended = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: WatchedClient, statements: Statements) {
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
    this.#atEnd.push(run)
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

  /** Resolves when no statement runs any more, including those that `change` did not await. */
  settled(): Promise<unknown> {
    return this.#last
  }

  // One after another: the driver takes no second statement while one runs.
  async #query(statement: PrintedSql): Promise<pg.QueryResult> {
    this.#check()
    const result = this.#last.then(() => this.#run(statement))
    this.#last = result.catch(() => {})
    return result
  }

  async #run({ sql, parameters }: PrintedSql): Promise<pg.QueryResult> {
    if (this.failure) throw translatePostgresError(this.failure)
    try {
      return await this.#client.ask(this.#statements.query(sql, parameters))
    } catch (error) {
      this.failure = asError(error)
      throw translatePostgresError(error)
    }
  }

  #check(): void {
    if (this.#ended) throw new Error('A transaction was used after its change had ended')
    if (this.failure) throw translatePostgresError(this.failure)
  }
}
