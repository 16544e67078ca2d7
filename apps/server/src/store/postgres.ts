import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Dialect } from './dialect.ts'
import { asError, StoreUnavailable } from './errors.ts'
import type { WatchedClient } from './postgres-client.ts'
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
import { placeOf, trigramsOf } from './postgres-place.ts'
import { makePool, type PoolLimits } from './postgres-pool.ts'
import { PoolReader } from './postgres-reader.ts'
import { Statements } from './postgres-statements.ts'
import { PostgresTx } from './postgres-tx.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { runCallback } from './run-callback.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Reader, Store, Tx } from './store.ts'

export interface PostgresOptions {
  /** Maximum time of one statement of `heavy`. Milliseconds. */
  heavyTimeout?: number
  /** Maximum time of one statement of a bounded read. Milliseconds. */
  readTimeout?: number
  /** Maximum time of one statement of a write. Milliseconds. */
  writeTimeout?: number
}

const defaults = { heavyTimeout: 60_000, readTimeout: 8_000, writeTimeout: 17_000 }
/** Maximum time of a write beyond its last statement, including the query for its outcome. Milliseconds. */
const extraWriteTime = 11_000
/** Minimum time for that query. Milliseconds. */
const minOutcomeTime = 2_000
/** How much longer than the server's own limit this side waits, for a server that does not enforce it. Milliseconds. */
const grace = 500

/**
 * Reads, writes and heavy reads have separate connections, so that none of them can block the others. A read ends
 * within 15 s and a write within 30 s, including the wait for a connection.
 */
function poolLimits({
  heavyTimeout,
  readTimeout,
  writeTimeout,
}: typeof defaults): Record<'reads' | 'writes' | 'heavy', PoolLimits> {
  const limits = (connections: number, connect: number, statement: number, readOnly: boolean) => {
    const answer = { answer: statement + grace, answerWhileAway: Math.min(statement, readTimeout) + grace }
    return { connections, connect, statement, answer, readOnly }
  }
  return {
    reads: limits(6, 3_000, readTimeout, true),
    writes: limits(6, 8_000, writeTimeout, false),
    heavy: limits(2, 10_000, heavyTimeout, true),
  }
}

const maxAttempts = 5
/** A write replaces a broken connection at max this often, and only for this long after its start. Milliseconds. */
const maxReplacements = 2
const replaceWithin = 3_000
/** Enough retries for a minute and more, as long as a long read may take. */
const maxAttemptsWhileBusy = 120
const busyRetryDelay = 400
/**
 * Lock timeout of work on definitions. A statement that waits for a table lock also blocks all later readers of the
 * table, so each attempt waits briefly and is retried. Every tenth attempt waits longer, because PostgreSQL takes a
 * second to cancel its own autovacuum of the table.
 */
const tableWait = (attempt: number) => (attempt % 10 === 0 ? 1_500 : 100)
// The same for every process on this database: writes hold it shared, work on definitions holds it exclusively.
const lockKey = '7233, 1'
// Also returns the transaction id, by which the server can be asked for the outcome.
const begin = (settings: string, lock: string) =>
  `begin isolation level read committed;${settings} select ${lock}(${lockKey}), pg_current_xact_id()::text as xid`
const beginShared = begin('', 'pg_advisory_xact_lock_shared')
/** Has no time limit for statements. */
const beginAlone = (tableWait: number) =>
  begin(` set local statement_timeout = 0; set local lock_timeout = ${tableWait};`, 'pg_advisory_xact_lock')

/**
 * Opens a database on a PostgreSQL server, version 13 or newer.
 * @throws Error with one clear sentence, without the password, when it cannot be reached
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const place = placeOf(url)
  const timeouts = { ...defaults, ...options }
  const limits = poolLimits(timeouts)
  const watch = new PostgresWatch(url)
  const writes = makePool(url, watch, limits.writes)
  try {
    const trigrams = await findTrigrams(writes)
    const reads = makePool(url, watch, limits.reads)
    const heavy = makePool(url, watch, limits.heavy)
    return new PostgresStore(place, watch, { reads, writes, heavy }, trigrams, timeouts.writeTimeout)
  } catch (error) {
    await Promise.all([writes.end(), watch.close()])
    throw new StoreUnavailable(`The database ${place} cannot be reached: ${connectionReason(error)}.`)
  }
}

/** How a write begins, and whether its connection has time limits. */
interface WriteMode {
  begin(attempt: number): string
  isUnlimited: boolean
}

const shared: WriteMode = { begin: () => beginShared, isUnlimited: false }
const alone: WriteMode = { begin: (attempt) => beginAlone(tableWait(attempt)), isUnlimited: true }

class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly place: string
  readonly heavy: HeavyReader
  readonly #reader: Reader
  readonly #statements = new Statements()
  readonly #watch: PostgresWatch
  readonly #indexer: PostgresIndexer
  readonly #maxWriteTime: number
  readonly #writes: pg.Pool
  readonly #pools: readonly pg.Pool[]
  #closing: Promise<void> | undefined

  constructor(
    place: string,
    watch: PostgresWatch,
    pools: Record<'reads' | 'writes' | 'heavy', pg.Pool>,
    trigrams: string | undefined,
    writeTimeout: number,
  ) {
    this.place = place
    this.#maxWriteTime = writeTimeout + extraWriteTime
    this.#watch = watch
    this.#writes = pools.writes
    this.#pools = Object.values(pools)
    this.#indexer = new PostgresIndexer(() => watch.take(pools.writes))
    this.dialect = postgresDialect(trigrams, this.#indexer)
    this.#reader = new PoolReader(pools.reads, watch, this.#statements)
    this.heavy = new PoolReader(pools.heavy, watch, this.#statements, 'The query took too long.')
  }

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#reader.all(statement)
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    return this.#reader.get(statement)
  }

  write<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#runWithRetry(shared, change)
  }

  async writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await this.#indexer.alone(() => this.#runWithRetry(alone, change))
    this.#statements.forget()
    return value
  }

  isReachable(): Promise<boolean> {
    return this.#watch.isReachable()
  }

  claim(onTaken: (holder: string) => void): Promise<string | undefined> {
    return this.#watch.claim(onTaken)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#indexer.close()
    await Promise.all(this.#pools.map((pool) => pool.end()))
    await this.#watch.close()
  }

  async #runWithRetry<T>(mode: WriteMode, change: (tx: Tx) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        const client = await this.#begin(mode, attempt, startedAt)
        return await this.#runOnce(client, change, startedAt + this.#maxWriteTime)
      } catch (error) {
        const isBusy = isTableBusy(error)
        const max = isBusy ? maxAttemptsWhileBusy : maxAttempts
        if (attempt >= max || !(isBusy || isWorthRetrying(error))) throw translatePostgresError(error)
        if (isStalePlan(error)) this.#statements.forget()
        if (isBusy) await setTimeout(busyRetryDelay)
      }
    }
  }

  /** Opens a transaction. A broken connection is replaced: nothing has been done on it yet. */
  async #begin({ begin, isUnlimited }: WriteMode, attempt: number, startedAt: number): Promise<OpenTransaction> {
    for (let attempts = 1; ; attempts++) {
      const client = await this.#watch.takeForWrite(this.#writes)
      try {
        client.isUnlimited = isUnlimited
        const results = (await client.ask(begin(attempt))) as unknown as pg.QueryResult[]
        return { client, xid: String(results.at(-1)?.rows[0]?.xid) }
      } catch (thrown) {
        const error = asError(thrown)
        await giveBack(client, error)
        const isLate = performance.now() - startedAt > replaceWithin
        if (attempts > maxReplacements || isLate || !isConnectionLost(error)) throw error
      }
    }
  }

  async #runOnce<T>({ client, xid }: OpenTransaction, change: (tx: Tx) => Promise<T>, deadline: number): Promise<T> {
    const tx = new PostgresTx(client, this.#statements)
    try {
      const value = await tx.complete(change)
      tx.end()
      await tx.settled()
      // After a failed statement PostgreSQL would answer the commit with a silent rollback.
      if (tx.failure) throw tx.failure
      const isReusable = await this.#commit(client, xid, deadline)
      client.isUnlimited = false
      client.release(!isReusable)
      for (const callback of tx.callbacks) runCallback(callback)
      return value
    } catch (thrown) {
      tx.end()
      const error = asError(thrown)
      await tx.settled()
      await giveBack(client, tx.failure ?? error)
      // The driver's own error decides about a retry; otherwise the caller gets the error that `change` threw.
      throw isWorthRetrying(tx.failure) || isTableBusy(tx.failure) ? tx.failure : error
    }
  }

  /**
   * When the answer to the commit is lost, the server is asked on another connection whether the transaction was
   * committed.
   * @returns whether the connection can be used again
   */
  async #commit(client: WatchedClient, xid: string, deadline: number): Promise<boolean> {
    try {
      await client.ask('commit')
      return true
    } catch (thrown) {
      const error = asError(thrown)
      if (!isConnectionLost(error)) throw error
      const until = Math.max(deadline, performance.now() + minOutcomeTime)
      const outcome = await this.#watch.outcomeOf(xid, client.backend, until)
      if (outcome === 'committed') return false
      if (outcome === 'aborted') throw error
      throw new StoreUnavailable(translatePostgresError(error).message, error, true)
    }
  }
}

/** An open transaction, and the id by which the server knows it. */
interface OpenTransaction {
  client: WatchedClient & pg.PoolClient
  xid: string
}

async function giveBack(client: WatchedClient & pg.PoolClient, error: Error): Promise<void> {
  if (isConnectionLost(error)) return client.release(error)
  try {
    await client.ask('rollback')
    client.isUnlimited = false
    client.release()
  } catch (rollbackError) {
    client.release(asError(rollbackError))
  }
}

/** The schema of pg_trgm, which is created if this user may; undefined where it is missing. */
async function findTrigrams(pool: pg.Pool): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    await client.query('create extension if not exists pg_trgm').catch((error) => {
      if (isConnectionLost(asError(error))) throw error
    })
    return await trigramsOf(client)
  } finally {
    client.release()
  }
}
