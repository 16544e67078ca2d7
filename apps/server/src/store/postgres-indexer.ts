import type pg from 'pg'
import type { WatchedClient } from './postgres-client.ts'

/** An index that is wanted: its name, and what makes it without keeping readers or writers out. */
export interface LaterIndex {
  name: string
  /** `create index concurrently …`. */
  statement: string
}

/** Set by PostgreSQL for an index whose making was broken off. */
const brokenOff = `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.oid = to_regclass($1) and not i.indisvalid`

/**
 * Makes the indexes of large tables one after another, beside all other work: until one is there its table is read as it
 * is. What is not done when the process ends is asked for again at the next start. A failure leaves the table without
 * that index, which is slow and never wrong.
 */
export class PostgresIndexer {
  readonly #take: () => Promise<WatchedClient & pg.PoolClient>
  #queue: LaterIndex[] = []
  /** The last of those who must not overlap: an index in the making, or work on definitions. */
  #last: Promise<unknown> = Promise.resolve()
  #making: pg.PoolClient | undefined
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

  /** Work that waits for the index in the making, and keeps the next one waiting: else both would wait for locks, and all readers behind them. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** The server finishes by itself what it is at; nobody waits for it here. */
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
    try {
      client.isPatient = true
      await client.ask('set statement_timeout = 0')
      const { rows } = await client.ask({ text: brokenOff, values: [index.name] })
      if (rows.length > 0) await client.ask(`drop index concurrently if exists "${index.name}"`)
      await client.ask(index.statement)
    } catch {
      // Its table or column may be gone by now; and a full disk is told by the writes.
    }
    // Its connection has no limits any more, and is of no use to others.
    if (this.#making === client) client.release(true)
    this.#making = undefined
  }
}
