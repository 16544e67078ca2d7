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
import { makePool, type PoolLimits } from './postgres-pool.ts'
import { PoolReader } from './postgres-reader.ts'
import { Statements } from './postgres-statements.ts'
import { PostgresTx } from './postgres-tx.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { runCallback } from './run-callback.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Reader, Store, Tx } from './store.ts'

export interface PostgresOptions {
  /** How long one statement of `heavy` may take. Milliseconds. */
  heavyTimeout?: number
  /** How long one of a bounded read may take. Milliseconds. */
  readTimeout?: number
  /** How long one of a write may take. Milliseconds. */
  writeTimeout?: number
}

const defaults = { heavyTimeout: 60_000, readTimeout: 8_000, writeTimeout: 17_000 }
/** How much longer than its last statement a write may take, to the last question about what became of it. Milliseconds. */
const longestAround = 11_000
/** The least time for that question. Milliseconds. */
const leastAsking = 2_000
/** How much longer than the server's own limit this side waits, for a server that does not keep to it. Milliseconds. */
const grace = 500

/**
 * Reads, writes and heavy reads have connections of their own, so that none of them can keep the others waiting. A read
 * ends within 15 s and a write within 30 s, the wait for a connection included.
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

const tries = 5
/** How often and how long after its beginning a write gets another connection for one that was broken. */
const mostReplaced = 2
const replaceWithin = 3_000
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
// The number of the transaction comes with it: by that the server can be asked what became of it.
const begin = (settings: string, lock: string) =>
  `begin isolation level read committed;${settings} select ${lock}(${lockKey}), pg_current_xact_id()::text as xid`
const beginShared = begin('', 'pg_advisory_xact_lock_shared')
/** It may wait and work for as long as it takes. */
const beginAlone = (tableWait: number) =>
  begin(` set local statement_timeout = 0; set local lock_timeout = ${tableWait};`, 'pg_advisory_xact_lock')

/**
 * Opens a database on a PostgreSQL server, 13 or newer.
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

/** How a write begins and what holds for its connection. */
interface Manner {
  begin(attempt: number): string
  isPatient: boolean
}

const shared: Manner = { begin: () => beginShared, isPatient: false }
const alone: Manner = { begin: (attempt) => beginAlone(tableWait(attempt)), isPatient: true }

class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly place: string
  readonly heavy: HeavyReader
  readonly #reader: Reader
  readonly #statements = new Statements()
  readonly #watch: PostgresWatch
  readonly #indexer: PostgresIndexer
  readonly #longestWrite: number
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
    this.#longestWrite = writeTimeout + longestAround
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
    return this.#retried(shared, change)
  }

  async writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const value = await this.#indexer.alone(() => this.#retried(alone, change))
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

  async #retried<T>(manner: Manner, change: (tx: Tx) => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        const client = await this.#begin(manner, attempt, begun)
        return await this.#once(client, change, begun + this.#longestWrite)
      } catch (error) {
        const isBusy = isTableBusy(error)
        const most = isBusy ? triesWhileBusy : tries
        if (attempt >= most || !(isBusy || isWorthRetrying(error))) throw translatePostgresError(error)
        if (isStalePlan(error)) this.#statements.forget()
        if (isBusy) await setTimeout(pauseWhileBusy)
      }
    }
  }

  /** A connection with a transaction begun. One that turns out to be broken is replaced: nothing has been done on it yet. */
  async #begin({ begin, isPatient }: Manner, attempt: number, begun: number): Promise<Begun> {
    for (let tried = 1; ; tried++) {
      const client = await this.#watch.takeForWrite(this.#writes)
      try {
        client.isPatient = isPatient
        const results = (await client.ask(begin(attempt))) as unknown as pg.QueryResult[]
        return { client, xid: String(results.at(-1)?.rows[0]?.xid) }
      } catch (thrown) {
        const error = asError(thrown)
        await giveBack(client, error)
        const isLate = performance.now() - begun > replaceWithin
        if (tried > mostReplaced || isLate || !isConnectionLost(error)) throw error
      }
    }
  }

  async #once<T>({ client, xid }: Begun, change: (tx: Tx) => Promise<T>, latest: number): Promise<T> {
    const tx = new PostgresTx(client, this.#statements)
    try {
      const value = await change(tx)
      tx.end()
      await tx.settled()
      // PostgreSQL would answer this commit with a silent rollback.
      if (tx.failure) throw tx.failure
      const isOfUse = await this.#commit(client, xid, latest)
      client.isPatient = false
      client.release(!isOfUse)
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

  /**
   * When the answer got lost on its way, the server is asked on another connection whether the rows stand.
   * @returns whether the connection is still of use
   */
  async #commit(client: WatchedClient, xid: string, latest: number): Promise<boolean> {
    try {
      await client.ask('commit')
      return true
    } catch (thrown) {
      const error = asError(thrown)
      if (!isConnectionLost(error)) throw error
      const until = Math.max(latest, performance.now() + leastAsking)
      const outcome = await this.#watch.outcomeOf(xid, client.backend, until)
      if (outcome === 'committed') return false
      if (outcome === 'aborted') throw error
      throw new StoreUnavailable(translatePostgresError(error).message, error, true)
    }
  }
}

/** A connection on which a transaction has begun, and the number by which the server knows it. */
interface Begun {
  client: WatchedClient & pg.PoolClient
  xid: string
}

async function giveBack(client: WatchedClient & pg.PoolClient, error: Error): Promise<void> {
  if (isConnectionLost(error)) return client.release(error)
  try {
    await client.ask('rollback')
    client.isPatient = false
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
