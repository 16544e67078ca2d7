import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { searchFold } from '@tavla/fields/server'
import { bindParams } from './bind.ts'
import { errorProperty } from './errors.ts'
import { readSql } from './sql-text.ts'
import { translateSqliteError } from './sqlite-errors.ts'
import { StatementCache } from './statement-cache.ts'
import type { Params } from './store.ts'

const maxStatements = 256
/** How long a statement blocks its thread while another program holds the file's lock. Milliseconds. */
const busyTimeout = 2_000
/** A write-ahead log that has grown beyond this is truncated when it restarts. Bytes. */
const maxLogSize = 67_108_864

interface PreparedStatement {
  statement: StatementSync
  params: number
  /** It changes rows and returns some, so it cannot be run a second time: it reads every integer as a bigint at once. */
  returning: boolean
  names: readonly string[]
}

/**
 * One connection with its prepared statements. All calls block the thread.
 * @throws StoreUnavailable, UniqueViolation, or SQLite's own error
 */
export class SqliteConnection {
  readonly #db: DatabaseSync
  readonly #statements = new StatementCache<PreparedStatement>(maxStatements)

  /**
   * `cacheKib`: size of the page cache. Memory mapping stays off: it makes the first read after another connection's
   * commit three times slower, and turns a disk error into a crash of the process.
   */
  constructor(file: string, readOnly: boolean, cacheKib: number) {
    try {
      this.#db = new DatabaseSync(file, { readOnly, timeout: busyTimeout, enableForeignKeyConstraints: true })
      this.#db.exec(`pragma cache_size=-${cacheKib}`)
      // Only statements use it: a trigger or an index with it would bar the file to other programs.
      this.#db.function('search_fold', { deterministic: true }, (value) =>
        typeof value === 'string' ? searchFold(value) : null,
      )
      if (readOnly) return
      // Lets sqlite-upkeep.ts return freed pages. Only in a new file: on an existing one the pragma would wait for the
      // writers.
      if (this.#isNew) this.#db.exec('pragma auto_vacuum=incremental')
      // Checkpoints run beside the writes (sqlite-checkpoint.ts), never inside a commit.
      this.#db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma wal_autocheckpoint=0')
      this.#db.exec(`pragma journal_size_limit=${maxLogSize}`)
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

  /**
   * Returns the `rid` of the inserted row. Does not use `returning`, because SQLite then buffers the rows before
   * returning them.
   */
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

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const { params } = readSql(sql)
    try {
      const statement = this.#db.prepare(sql)
      const names = namesOf(statement)
      const returning = /\breturning\b/i.test(sql) && names.length > 0
      // A statement without columns is run for its effect and returns the last row id, which is huge for the search index.
      if (returning || names.length === 0) statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      const prepared = { statement, params, returning, names }
      this.#statements.set(sql, prepared)
      return prepared
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  // Reading every integer as a bigint would slow down all reads for a value that hardly ever occurs.
  #readLarge(prepared: PreparedStatement, values: SqliteParams): unknown[] {
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

/** The type of `Params` after `bindParams` has refused lists. */
type SqliteParams = (string | number | null | Uint8Array)[]

function isTooLarge(error: unknown): boolean {
  return errorProperty(error, 'code') === 'ERR_OUT_OF_RANGE'
}

type Values = readonly unknown[]

const namesOf = (statement: StatementSync) => statement.columns().map((column) => column.name)

/**
 * Converts arrays of values to plain objects. The row objects of node:sqlite have no prototype, and JSON.stringify
 * takes eight times as long for them.
 */
function toRows(prepared: PreparedStatement, rows: readonly unknown[]): Record<string, unknown>[] {
  return rows.map((values) => toRow(prepared, values as Values))
}

function toRow(prepared: PreparedStatement, values: Values): Record<string, unknown> {
  // SQLite re-prepares a `select *` by itself when its table has got another column.
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
