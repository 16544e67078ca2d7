import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Dialect } from './dialect.ts'
import { asError, StoreUnavailable } from './errors.ts'
import { postgresDialect } from './postgres-dialect.ts'
import {
  connectionReason,
  isConnectionLost,
  isStalePlan,
  isTableBusy,
  isWorthRetrying,
  translatePostgresError,
} from './postgres-errors.ts'
import { PostgresIndexer } from './postgres-indexer.ts'
import { makePool, PoolReader } from './postgres-pool.ts'
import { Statements } from './postgres-statements.ts'
import { PostgresTx } from './postgres-tx.ts'
import { runCallback } from './run-callback.ts'
import type { Params, Reader, Row, Store, Tx } from './store.ts'

export interface PostgresOptions {
  /** How long one statement of `heavy` may take. Milliseconds. */
  heavyTimeout?: number
}

/** Reads, writes and heavy reads have connections of their own, so that none of them can keep the others waiting. */
const connections = { reads: 6, writes: 6, heavy: 2 }
const tries = 5
/** A minute and more of them, as long as a long read may take. */
const triesWhileBusy = 120
const pauseWhileBusy = 400
/**
 * Whoever waits for a table keeps all later readers of it waiting, too: so nobody waits long, but tries again. Every now
 * and then it has to be long enough for PostgreSQL to call back its own upkeep of the table, which takes it a second.
 */
const tableWait = (attempt: number) => (attempt % 10 === 0 ? 1_500 : 100)
// The same for every process on this database: shared by writes, held alone by work on definitions.
const lockKey = '7233, 1'
const beginShared = `begin isolation level read committed; select pg_advisory_xact_lock_shared(${lockKey})`
const beginAlone = `begin isolation level read committed; select pg_advisory_xact_lock(${lockKey})`

/**
 * Opens a database on a PostgreSQL server, 13 or newer.
 * @throws Error with one clear sentence, without the password, when it cannot be reached
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const place = placeOf(url)
  const writes = makePool(url, { connections: connections.writes, statementTimeout: 0, readOnly: false })
  try {
    const trigrams = await findTrigrams(writes)
    return new PostgresStore(url, place, writes, trigrams, options.heavyTimeout ?? 60_000)
  } catch (error) {
    await writes.end()
    throw new StoreUnavailable(`The database ${place} cannot be reached: ${connectionReason(error)}.`)
  }
}

class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly place: string
  readonly heavy: Reader
  readonly #reader: Reader
  readonly #statements = new Statements()
  readonly #indexer: PostgresIndexer
  readonly #writes: pg.Pool
  readonly #pools: readonly pg.Pool[]
  #closing: Promise<void> | undefined

  constructor(url: string, place: string, writes: pg.Pool, trigrams: string | undefined, heavyTimeout: number) {
    this.place = place
    this.#writes = writes
    this.#indexer = new PostgresIndexer(writes)
    this.dialect = postgresDialect(trigrams, this.#indexer)
    const reads = makePool(url, { connections: connections.reads, statementTimeout: 0, readOnly: true })
    const heavy = makePool(url, { connections: connections.heavy, statementTimeout: heavyTimeout, readOnly: true })
    this.#pools = [reads, writes, heavy]
    this.#reader = new PoolReader(reads, this.#statements)
    this.heavy = new PoolReader(heavy, this.#statements)
  }

  all<T = Row>(sql: string, params: Params = []): Promise<T[]> {
    return this.#reader.all<T>(sql, params)
  }

  get<T = Row>(sql: string, params: Params = []): Promise<T | undefined> {
    return this.#reader.get<T>(sql, params)
  }

  write<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#retried(() => beginShared, change)
  }

  async writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await this.#indexer.alone(() =>
      this.#retried((attempt) => `${beginAlone}; set local lock_timeout = ${tableWait(attempt)}`, change),
    )
    this.#statements.forget()
    return value
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#indexer.close()
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }

  async #retried<T>(begin: (attempt: number) => string, change: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(begin(attempt), change)
      } catch (error) {
        const isBusy = isTableBusy(error)
        const most = isBusy ? triesWhileBusy : tries
        if (attempt >= most || !(isBusy || isWorthRetrying(error))) throw translatePostgresError(error)
        if (isStalePlan(error)) this.#statements.forget()
        if (isBusy) await setTimeout(pauseWhileBusy)
      }
    }
  }

  async #once<T>(begin: string, change: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#writes.connect()
    const tx = new PostgresTx(client, this.#statements)
    try {
      await client.query(begin)
      const value = await change(tx)
      tx.end()
      await tx.settled()
      // PostgreSQL would answer this commit with a silent rollback.
      if (tx.failure) throw tx.failure
      await client.query('commit')
      client.release()
      for (const callback of tx.callbacks) runCallback(callback)
      return value
    } catch (thrown) {
      tx.end()
      const error = asError(thrown)
      await tx.settled()
      await giveBack(client, tx.failure ?? error)
      // Of the two the driver's own error says whether a retry makes sense; what `change` threw is what its caller knows.
      throw isWorthRetrying(tx.failure) || isTableBusy(tx.failure) ? tx.failure : error
    }
  }
}

async function giveBack(client: pg.PoolClient, error: Error): Promise<void> {
  if (isConnectionLost(error)) return client.release(error)
  try {
    await client.query('rollback')
    client.release()
  } catch (rollbackError) {
    client.release(asError(rollbackError))
  }
}

/** The schema of pg_trgm, which is made if this user may; undefined where there is none. */
async function findTrigrams(pool: pg.Pool): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    await client.query('create extension if not exists pg_trgm').catch((error) => {
      if (isConnectionLost(asError(error))) throw error
    })
    const found = await client.query(
      "select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
    )
    return found.rows[0]?.name
  } finally {
    client.release()
  }
}

/** Scheme, host and database: what may be shown of an address. */
function placeOf(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url)
    return `${protocol}//${host}${pathname}`
  } catch {
    throw new Error('The address of the database is not a URL such as postgres://user@host/name.')
  }
}
