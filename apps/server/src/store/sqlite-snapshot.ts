import { StoreUnavailable } from './errors.ts'
import type { Snapshot } from './snapshot.ts'
import { heavyOf, refuseWrite } from './snapshot-reads.ts'
import { type Statement, sql } from './sql.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Size of the page cache. KiB. */
const cacheKib = 262_144

/** Opens the file as it is now; all reads see that state. @throws StoreUnavailable */
export function openSqliteSnapshot(file: string): Snapshot {
  const connection = new SqliteConnection(file, true, cacheKib)
  try {
    connection.raw.exec('begin')
    // The transaction gets its view with its first read.
    connection.get('select count(*) from sqlite_master', [])
    return new SqliteSnapshot(file, connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

class SqliteSnapshot implements Snapshot {
  readonly dialect = sqliteDialect
  readonly heavy = heavyOf(this)
  readonly write = refuseWrite
  readonly writeAlone = refuseWrite
  readonly place: string
  readonly #connection: SqliteConnection

  constructor(file: string, connection: SqliteConnection) {
    this.place = file
    this.#connection = connection
  }

  async all<T>(statement: Statement<T>): Promise<T[]> {
    const { sql, parameters } = statement.print()
    return this.#connection.all(sql, parameters) as T[]
  }

  async get<T>(statement: Statement<T>): Promise<T | undefined> {
    const { sql, parameters } = statement.print()
    return this.#connection.get(sql, parameters) as T | undefined
  }

  apart<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  async readEverything(max: number): Promise<string[]> {
    try {
      const check = sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(Math.trunc(max))})`
      const rows = await this.all(check)
      return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
    } catch (error) {
      // A page that cannot be read at all ends the pragma.
      if (error instanceof StoreUnavailable) return [error.message]
      throw error
    }
  }

  async isReachable(): Promise<boolean> {
    return true
  }

  async close(): Promise<void> {
    this.#connection.close()
  }
}
