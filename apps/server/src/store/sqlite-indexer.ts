import { indexBacklog, tablesWithBacklog } from './sqlite-search.ts'
import type { Reader, Tx } from './store.ts'

export interface IndexerLimits {
  /** Writes after which changed rows are brought into the search index, and rows that come in by one go. */
  indexBatch: number
  /** How long fewer than those may wait. Milliseconds. */
  indexAfter: number
}

/**
 * Brings the backlogs of changed rows into the search tables, by writes of its own: many rows cost little more than one,
 * and no caller waits for it. What is left at a crash is in the database, and is found at the next start.
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

  /** Its own writes count too: after the last of them it looks once more, and finds what came in meanwhile. */
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
      for (const table of await tablesWithBacklog(this.#reader)) await this.#takeIn(table)
    } catch {
      // A full disk, or the store is closing: the rows stay in their backlog, and the next write tries again.
    } finally {
      this.#isRunning = false
    }
  }

  async #takeIn(table: string): Promise<void> {
    const { indexBatch } = this.#limits
    while (!this.#isClosed && (await this.#write((tx) => indexBacklog(tx, table, indexBatch))) === indexBatch) {
      // A write of its own each time, so that others come between.
    }
  }
}
