import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { bindParams } from './bind.ts'
import { errorProperty } from './errors.ts'
import { readSql } from './sql-text.ts'
import { translateSqliteError } from './sqlite-errors.ts'
import { StatementCache } from './statement-cache.ts'
import type { Params } from './store.ts'

const statementsKept = 256
/** How long a statement waits, blocking its thread, for another program that holds the file's lock. Milliseconds. */
const busyTimeout = 2_000
/** A write-ahead log that has grown beyond this is cut back when it starts anew. Bytes. */
const logKept = 67_108_864

interface Prepared {
  statement: StatementSync
  params: number
  /** It changes rows and returns some: it cannot be run a second time, so it reads integers of any size at once. */
  returning: boolean
  /** Names of the columns of its rows. */
  names: readonly string[]
}

/**
 * One connection with its prepared statements. All calls block the thread.
 * @throws StoreUnavailable, UniqueViolation, or SQLite's own error
 */
export class SqliteConnection {
  readonly #db: DatabaseSync
  readonly #statements = new StatementCache<Prepared>(statementsKept)

  /**
   * `cacheKib`: pages kept in memory. No memory mapping: it makes the first read after another connection's commit three
   * times slower, and turns a disk error into the end of the process.
   */
  constructor(file: string, readOnly: boolean, cacheKib: number) {
    try {
      this.#db = new DatabaseSync(file, { readOnly, timeout: busyTimeout, enableForeignKeyConstraints: true })
      this.#db.exec(`pragma cache_size=-${cacheKib}`)
      if (readOnly) return
      // Room that is freed can be given back (sqlite-upkeep.ts). In a new file alone: elsewhere it would wait for the writers.
      if (this.#isNew) this.#db.exec('pragma auto_vacuum=incremental')
      // Checkpoints are run beside the writes (sqlite-checkpoint.ts), never inside a commit.
      this.#db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma wal_autocheckpoint=0')
      this.#db.exec(`pragma journal_size_limit=${logKept}`)
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  get #isNew(): boolean {
    return this.#db.prepare('pragma page_count').get()?.page_count === 0
  }

  get raw(): DatabaseSync {
    return this.#db
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction
  }

  get(sql: string, params: Params): unknown {
    const prepared = this.#prepare(sql)
    const values = bindParams(params, prepared.params, false) as SqliteParams
    try {
      const row = prepared.statement.get(...values) as unknown as Values | undefined
      return row && toRow(prepared, row)
    } catch (error) {
      if (!isTooLarge(error)) throw translateSqliteError(error)
      return this.#readLarge(prepared, values)[0]
    }
  }

  all(sql: string, params: Params): unknown[] {
    const prepared = this.#prepare(sql)
    const values = bindParams(params, prepared.params, false) as SqliteParams
    try {
      return toRows(prepared, prepared.statement.all(...values))
    } catch (error) {
      if (!isTooLarge(error)) throw translateSqliteError(error)
      return this.#readLarge(prepared, values)
    }
  }

  /** Number of rows changed. */
  run(sql: string, params: Params): number {
    return Number(this.#change(sql, params).changes)
  }

  /** The `rid` of the row inserted. Without `returning`, which has SQLite keep rows aside before it gives them. */
  insert(sql: string, params: Params): number {
    return Number(this.#change(sql, params).lastInsertRowid)
  }

  #change(sql: string, params: Params): ReturnType<StatementSync['run']> {
    const prepared = this.#prepare(sql)
    const values = bindParams(params, prepared.params, false) as SqliteParams
    try {
      return prepared.statement.run(...values)
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const { params } = readSql(sql)
    try {
      const statement = this.#db.prepare(sql)
      const names = namesOf(statement)
      const returning = /\breturning\b/i.test(sql) && names.length > 0
      // Without columns it is run for its effect, and tells the last row id: the search index leaves huge ones there.
      if (returning || names.length === 0) statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      const prepared = { statement, params, returning, names }
      this.#statements.set(sql, prepared)
      return prepared
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  // Reading every integer as a bigint would slow all reads down for the sake of a value that hardly exists.
  #readLarge(prepared: Prepared, values: SqliteParams): unknown[] {
    const { statement } = prepared
    statement.setReadBigInts(true)
    try {
      return toRows({ ...prepared, returning: true }, statement.all(...values))
    } catch (error) {
      throw translateSqliteError(error)
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

/** What is left of `Params` once `bindParams` has refused lists. */
type SqliteParams = (string | number | null | Uint8Array)[]

function isTooLarge(error: unknown): boolean {
  return errorProperty(error, 'code') === 'ERR_OUT_OF_RANGE'
}

type Values = readonly unknown[]

const namesOf = (statement: StatementSync) => statement.columns().map((column) => column.name)

/**
 * Rows as plain objects, made from arrays of values: the rows that node:sqlite makes have no prototype, and JSON takes
 * eight times as long to write those.
 */
function toRows(prepared: Prepared, rows: readonly unknown[]): Record<string, unknown>[] {
  return rows.map((values) => toRow(prepared, values as Values))
}

function toRow(prepared: Prepared, values: Values): Record<string, unknown> {
  // SQLite prepares a `select *` anew by itself when its table has got another column.
  if (values.length !== prepared.names.length) prepared.names = namesOf(prepared.statement)
  const { names, returning } = prepared
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
  return returning ? withNumbers(row) : row
}

function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const key in row) {
    const value = row[key]
    if (typeof value === 'bigint') row[key] = Number(value)
  }
  return row
}
