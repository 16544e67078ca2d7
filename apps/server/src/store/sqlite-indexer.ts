import { indexBacklog, tablesWithBacklog } from './sqlite-search.ts'
import type { Reader, Tx } from './store.ts'

export interface IndexerLimits {
  /** Number of writes after which changed rows are indexed, and number of rows indexed in one write. */
  indexBatch: number
  /** How long fewer writes than that may wait. Milliseconds. */
  indexAfter: number
}

/**
 * Moves the backlogs of changed rows into the search tables, in writes of its own: many rows cost little more than one,
 * and no caller waits. A backlog left by a crash is in the database and is found at the next start.
 */
export class SearchIndexer {
  readonly #reader: Reader
  readonly #write: (change: (tx: Tx) => Promise<number>) => Promise<number>
  readonly #limits: IndexerLimits
  #writes = 0
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isClosed = false

  constructor(reader: Reader, write: (change: (tx: Tx) => Promise<number>) => Promise<number>, limits: IndexerLimits) {
    this.#reader = reader
    this.#write = write
    this.#limits = limits
    this.#later()
  }

  /** Counts its own writes too: after the last of them it checks once more for rows that arrived meanwhile. */
  afterGroup(writes: number): void {
    this.#writes += writes
    if (this.#writes >= this.#limits.indexBatch && !this.#isRunning) void this.#run()
    else this.#later()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #later(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.#run(), this.#limits.indexAfter).unref()
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isRunning) this.#later()
    if (this.#isRunning || this.#isClosed) return
    this.#isRunning = true
    this.#writes = 0
    try {
      for (const table of await tablesWithBacklog(this.#reader)) await this.#indexTable(table)
    } catch {
      // A full disk, or the store is closing: the rows stay in their backlog, and the next write tries again.
    } finally {
      this.#isRunning = false
    }
  }

  async #indexTable(table: string): Promise<void> {
    const { indexBatch } = this.#limits
    while (!this.#isClosed && (await this.#write((tx) => indexBacklog(tx, table, indexBatch))) === indexBatch) {
      // Each batch is a write of its own, so that other writes run between them.
    }
  }
}
