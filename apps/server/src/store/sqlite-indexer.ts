import { indexBacklog, mergeSearch, setMerging, tablesWithBacklog } from './sqlite-search.ts'
import type { Reader, Tx } from './store.ts'

export interface IndexerLimits {
  /** Number of writes after which changed rows are indexed, and number of rows indexed in one write. */
  indexBatch: number
  /** How long fewer writes than that may wait. Milliseconds. */
  indexAfter: number
}

/** Writes of merging after each batch: more than keeps up with it, and few enough that the next batch comes soon. */
const mergesPerBatch = 4

type Write = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Moves the backlogs of changed rows into the search tables, in writes of its own: many rows cost little more than one,
 * and no caller waits. A backlog left by a crash is in the database and is found at the next start.
 */
export class SearchIndexer {
  readonly #reader: Reader
  readonly #write: Write
  readonly #limits: IndexerLimits
  /** Tables that are known to be merged as they should. */
  readonly #known = new Set<string>()
  #writes = 0
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isClosed = false

  constructor(reader: Reader, write: Write, limits: IndexerLimits) {
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

  // Each batch, and each part of a merge, is a write of its own, so that other writes run between them.
  async #indexTable(table: string): Promise<void> {
    let isWhole = false
    while (!this.#isClosed && !isWhole) {
      const { rows, isMerging } = await this.#write((tx) => this.#indexBatch(tx, table))
      isWhole = rows < this.#limits.indexBatch
      if (isMerging) await this.#merge(table, isWhole ? Number.POSITIVE_INFINITY : mergesPerBatch)
    }
  }

  async #indexBatch(tx: Tx, table: string): Promise<{ rows: number; isMerging: boolean }> {
    if (!this.#known.has(table)) await setMerging(tx, table)
    this.#known.add(table)
    const rows = await indexBacklog(tx, table, this.#limits.indexBatch)
    return { rows, isMerging: await mergeSearch(tx, table) }
  }

  async #merge(table: string, most: number): Promise<void> {
    let isMerging = true
    for (let count = 0; isMerging && count < most && !this.#isClosed; count++) {
      isMerging = await this.#write((tx) => mergeSearch(tx, table))
    }
  }
}
