import type { Dialect } from './dialect.ts'
import { asError, StoreUnavailable } from './errors.ts'
import { WatchedClient } from './postgres-client.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { connectionReason } from './postgres-errors.ts'
import { PostgresIndexer } from './postgres-indexer.ts'
import { placeOf, trigramsOf } from './postgres-place.ts'
import { connectionSettings, firstSettings } from './postgres-pool.ts'
import { Statements } from './postgres-statements.ts'
import { PostgresTx } from './postgres-tx.ts'
import type { Snapshot } from './snapshot.ts'
import { heavyOf, refuseWrite } from './snapshot-reads.ts'
import { type Statement, sql } from './sql.ts'

const noLimits = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'

/** Opens a read-only transaction on a connection of its own, without limits of time. @throws StoreUnavailable */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const place = placeOf(url)
  const client = new WatchedClient(connectionSettings(url))
  try {
    await client.connect()
    await client.introduce(firstSettings(noLimits))
    const trigrams = await trigramsOf(client)
    await client.ask('begin isolation level repeatable read read only')
    return new PostgresSnapshot(place, client, trigrams)
  } catch (error) {
    await client.end().catch(() => {})
    throw new StoreUnavailable(`The database ${place} cannot be reached: ${connectionReason(error)}.`)
  }
}

class PostgresSnapshot implements Snapshot {
  readonly dialect: Dialect
  readonly heavy = heavyOf(this)
  readonly write = refuseWrite
  readonly writeAlone = refuseWrite
  readonly place: string
  readonly #client: WatchedClient
  readonly #statements = new Statements()
  #tx: PostgresTx

  constructor(place: string, client: WatchedClient, trigrams: string | undefined) {
    this.place = place
    this.#client = client
    this.#tx = new PostgresTx(client, this.#statements)
    this.dialect = postgresDialect(trigrams, new PostgresIndexer(refuseWrite))
  }

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#tx.all(statement)
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    return this.#tx.get(statement)
  }

  /** A failed statement ends everything since the last savepoint, so each part has its own. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.ask('savepoint part')
    try {
      const value = await work()
      await this.#client.ask('release savepoint part')
      return value
    } catch (error) {
      await this.#tx.settled()
      this.#tx = new PostgresTx(this.#client, this.#statements)
      // Without a connection the error of `work` tells more.
      await this.#client.ask('rollback to savepoint part').catch(() => {})
      throw error
    }
  }

  /** Has the server read each value of each table, those that it keeps apart for their length, too. */
  async readEverything(max: number): Promise<string[]> {
    const faults: string[] = []
    const tables = sql<{ name: string }>`select c.relname as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`
    for (const { name } of await this.all(tables)) {
      if (faults.length === max) break
      const every = sql`select sum(length(one::text)) as n from ${sql.table(name)} one`
      await this.apart(() => this.all(every)).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) throw error
        faults.push(`${name}: ${asError(error).message}`)
      })
    }
    return faults
  }

  async isReachable(): Promise<boolean> {
    return true
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}
