import type pg from 'pg'
import type { WatchedClient } from './postgres-client.ts'

/** An index to build, by a statement that blocks neither readers nor writers. */
export interface LaterIndex {
  table: string
  name: string
  /** `create index concurrently …`. */
  statement: string
}

/** PostgreSQL marks an index as invalid when building it was interrupted. */
const brokenOff = `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.oid = to_regclass($1) and not i.indisvalid`

/**
 * Builds the indexes of large tables one after another, beside all other work. Until an index exists, queries read its
 * table without it. Indexes that are unfinished when the process ends are queued again at the next start. A failure
 * leaves the table without that index, which is slow but never wrong.
 */
export class PostgresIndexer {
  readonly #take: () => Promise<WatchedClient & pg.PoolClient>
  #queue: LaterIndex[] = []
  /** The last task that must not overlap with others: building an index, or work on definitions. */
  #last: Promise<unknown> = Promise.resolve()
  #making: pg.PoolClient | undefined
  #makingOf: string | undefined
  #isClosed = false

  /** `take` resolves to a connection that may write. */
  constructor(take: () => Promise<WatchedClient & pg.PoolClient>) {
    this.#take = take
  }

  add(index: LaterIndex): void {
    if (this.#isClosed || this.#queue.some(({ name }) => name === index.name)) return
    this.#queue.push(index)
    void this.alone(() => this.#makeNext())
  }

  /** True while indexes of the table are still to be built. */
  isWaitingFor(table: string): boolean {
    return this.#makingOf === table || this.#queue.some((index) => index.table === table)
  }

  /**
   * Runs `work` after the index being built and before the next one. Otherwise both would wait for locks, and every
   * reader behind them.
   */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** The server finishes the index being built by itself; close does not wait for it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue = []
    this.#making?.release(true)
    this.#making = undefined
    await this.#last
  }

  async #makeNext(): Promise<void> {
    const index = this.#queue.shift()
    if (!index) return
    const client = await this.#take().catch(() => undefined)
    if (!client) return
    this.#making = client
    this.#makingOf = index.table
    try {
      client.isUnlimited = true
      await client.ask('set statement_timeout = 0')
      const { rows } = await client.ask({ text: brokenOff, values: [index.name] })
      if (rows.length > 0) await client.ask(`drop index concurrently if exists "${index.name}"`)
      await client.ask(index.statement)
    } catch {
      // Its table or column may be gone by now, and writes report a full disk.
    }
    // Its connection has no time limits any more, so other calls must not get it.
    if (this.#making === client) client.release(true)
    this.#making = undefined
    this.#makingOf = undefined
  }
}
