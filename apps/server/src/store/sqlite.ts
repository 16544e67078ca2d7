import { closeSync, openSync, statSync } from 'node:fs'
import { asError, StoreUnavailable } from './errors.ts'
import { ReadPool } from './read-pool.ts'
import { copyDurably } from './safe-copy.ts'
import { type Statement, sql } from './sql.ts'
import { Checkpointer } from './sqlite-checkpoint.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { copySqlite } from './sqlite-copy.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { type IndexerLimits, SearchIndexer } from './sqlite-indexer.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { makeShrinkable, Upkeep, type UpkeepLimits } from './sqlite-upkeep.ts'
import { SqliteWriter, type WriterLimits } from './sqlite-writer.ts'
import type { HeavyReader, Store, Tx } from './store.ts'

export interface SqliteOptions extends Partial<WriterLimits & IndexerLimits & UpkeepLimits> {
  /** Maximum number of threads for `heavy`. */
  readers?: number
  /** How long such a thread, and the writing thread, stays idle before it ends. Milliseconds. */
  readerIdle?: number
  /**
   * Size of the file from which an exclusive write runs in a thread of its own; smaller tables are rewritten quickly.
   * Bytes.
   */
  ownThreadFrom?: number
}

const defaults = {
  groupSize: 64,
  groupTime: 8,
  stuckAfter: 10_000,
  indexBatch: 256,
  indexAfter: 50,
  readers: 2,
  readerIdle: 30_000,
  ownThreadFrom: 16_777_216,
  restAfter: 5_000,
  tidyAfter: 30_000,
  tidyEvery: 21_600_000,
}

/**
 * Opens the file; a new file is created readable by its owner only. One process at a time.
 * @throws Error with one clear sentence when the file cannot be opened
 */
export async function openSqlite(file: string, options: SqliteOptions = {}): Promise<Store> {
  try {
    closeSync(openSync(file, 'a', 0o600))
    return new SqliteStore(file, { ...defaults, ...options })
  } catch (error) {
    throw new StoreUnavailable(`The data file ${file} cannot be opened: ${asError(error).message}`, error)
  }
}

/**
 * Reads see only committed data. While no transaction is open, the writing connection shows the same data, and it alone
 * keeps its pages in memory across commits (a list after a commit takes half the time). During a transaction, and for
 * anything but a plain `select`, the read-only connection answers.
 */
class SqliteStore implements Store {
  readonly dialect = sqliteDialect
  readonly place: string
  readonly heavy: HeavyReader
  readonly #pool: ReadPool
  readonly #writing: SqliteConnection
  readonly #reading: SqliteConnection
  readonly #thread: SqliteThread
  readonly #writer: SqliteWriter
  readonly #indexer: SearchIndexer
  readonly #upkeep: Upkeep
  #checking: ReadPool | undefined
  #closing: Promise<void> | undefined

  constructor(file: string, options: typeof defaults) {
    this.place = file
    this.#writing = new SqliteConnection(file, false, 131_072)
    makeShrinkable(this.#writing)
    this.#reading = new SqliteConnection(file, true, 4_096)
    this.#pool = new ReadPool(file, options.readers, options.readerIdle)
    this.heavy = this.#pool
    const checkpointer = new Checkpointer(this.#writing, this.#pool)
    this.#thread = new SqliteThread(file, options.readerIdle)
    const afterGroup = (writes: number) => {
      checkpointer.afterGroup()
      this.#indexer.afterGroup(writes)
      this.#upkeep.afterGroup()
    }
    const ownThread = () => (statSync(file).size >= options.ownThreadFrom ? this.#thread : undefined)
    this.#writer = new SqliteWriter(this.#writing, options, afterGroup, ownThread)
    this.#indexer = new SearchIndexer(this, (change) => this.write(change), options)
    const work = {
      reader: this.#pool,
      rest: () => this.#pool.checkpoint(false),
      writeInThread: (change: (tx: Tx) => Promise<void>) => this.#writer.writeIn(this.#thread, change),
    }
    this.#upkeep = new Upkeep(work, options)
  }

  // Neither is async: the rows are there at once, and these are the server's hottest calls.
  all<T>(statement: Statement<T>): Promise<T[]> {
    try {
      const { sql, parameters } = statement.print()
      return Promise.resolve(this.#connectionFor(sql).all(sql, parameters) as T[])
    } catch (error) {
      return Promise.reject(error)
    }
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    try {
      const { sql, parameters } = statement.print()
      return Promise.resolve(this.#connectionFor(sql).get(sql, parameters) as T | undefined)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  write<T>(change: (tx: Tx) => Promise<T>, isLong = false): Promise<T> {
    return this.#writer.write(change, isLong ? 'long' : 'short')
  }

  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#writer.write(change, 'alone')
  }

  async isReachable(): Promise<boolean> {
    try {
      this.#reading.get('select 1', [])
      return true
    } catch {
      return false
    }
  }

  backup(path: string): Promise<void> {
    return copyDurably(path, (unfinished) => copySqlite(this.place, unfinished))
  }

  async findFaults(max: number): Promise<string[]> {
    // Not in the pool, where the check would delay checkpoints and exports.
    const thread = new ReadPool(this.place, 1, 1)
    this.#checking = thread
    try {
      const rows = await thread.all<{ quick_check: string }>(sql`pragma quick_check(${sql.lit(Math.trunc(max))})`)
      return rows.map((row) => row.quick_check).filter((line) => line !== 'ok')
    } finally {
      this.#checking = undefined
      await thread.close()
    }
  }

  shrinkLog(): void {
    if (this.#writing.inTransaction) return
    try {
      this.#writing.get('pragma wal_checkpoint(truncate)', [])
    } catch {
      // There is no space to copy the log into the file; the log stays.
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #connectionFor(sql: string): SqliteConnection {
    return this.#writing.inTransaction || !/^\s*select\b/i.test(sql) ? this.#reading : this.#writing
  }

  // The writer last: the last connection to close copies the log into the database file.
  async #close(): Promise<void> {
    this.#indexer.close()
    const tidied = this.#upkeep.close()
    await this.#writer.close()
    await tidied
    await Promise.all([this.#pool.close(), this.#checking?.close(), this.#thread.close()])
    this.#reading.close()
    this.#writing.close()
  }
}
