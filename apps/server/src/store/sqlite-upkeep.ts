import { sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Reader, Tx } from './store.ts'

export interface UpkeepLimits {
  /** How long nothing may have been written before the log is brought into the file. Milliseconds. */
  restAfter: number
  /** The same before the file is looked after: statistics, free pages. Milliseconds. */
  tidyAfter: number
  /** Between two times that it is looked after; four times as long, and it is done amid the writes. Milliseconds. */
  tidyEvery: number
}

/** What is done beside the calls, in other threads. */
export interface UpkeepWork {
  reader: Reader
  /** Brings what the log holds into the file. */
  rest(): Promise<void>
  /** A write alone, in a thread of its own. */
  writeInThread(change: (tx: Tx) => Promise<void>): Promise<void>
}

/** A file up to this size is rewritten at its opening in a moment. Bytes. */
const small = 16_777_216
/** Free pages from which some are given back: 16 MB, and a fifth of the file. */
const manyFree = { pages: 4_000, share: 0.2 }
/** Free pages that one write gives back. */
const slice = 1_000
/** Rows of an index that are looked at for its statistics, at most. */
const sampled = 400
// Every table whose statistics are missing or no longer fit, told and not yet done.
const toAnalyze = sql<{ optimize: string }>`pragma optimize(0x10003)`

/**
 * Has a file of an earlier version give back its free pages from now on, which takes one rewriting of it: of a small file
 * only. A larger one keeps its room for rows to come, until an operator rewrites it.
 */
export function makeShrinkable(connection: SqliteConnection): void {
  const read = (name: string) => Number((connection.get(`pragma ${name}`, []) as Record<string, number>)[name])
  try {
    if (read('auto_vacuum') !== 0 || read('page_count') * read('page_size') > small) return
    connection.raw.exec('pragma auto_vacuum=incremental; vacuum')
  } catch {
    // A full disk, or a damaged file: the store opens as it is, and whoever uses it hears of that.
  }
}

/**
 * Keeps the data file in shape while nobody waits for it: an idle site's log lies in its file, the planner knows how much
 * tables hold, and room that was freed goes back to the disk. What fails is tried again the next time.
 */
export class Upkeep {
  readonly #work: UpkeepWork
  readonly #limits: UpkeepLimits
  readonly #timer: NodeJS.Timeout
  #lastWrite = performance.now()
  #lastTidy = performance.now()
  #hasRested = true
  #running: Promise<void> = Promise.resolve()
  #isRunning = false
  #isClosed = false

  constructor(work: UpkeepWork, limits: UpkeepLimits) {
    this.#work = work
    this.#limits = limits
    // The first time soon after the start: the process before may never have come to it.
    this.#lastTidy -= limits.tidyEvery
    this.#timer = setInterval(() => this.#glance(), Math.min(limits.restAfter, limits.tidyAfter)).unref()
  }

  afterGroup(): void {
    this.#lastWrite = performance.now()
    this.#hasRested = false
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  #glance(): void {
    if (this.#isRunning || this.#isClosed) return
    const now = performance.now()
    const { restAfter, tidyAfter, tidyEvery } = this.#limits
    const idle = now - this.#lastWrite
    const since = now - this.#lastTidy
    const isTidyTime = (since >= tidyEvery && idle >= tidyAfter) || since >= 4 * tidyEvery
    if (!isTidyTime && (this.#hasRested || idle < restAfter)) return
    this.#isRunning = true
    this.#running = (isTidyTime ? this.#tidy() : this.#rest())
      .catch(() => {})
      .finally(() => {
        this.#isRunning = false
      })
  }

  async #rest(): Promise<void> {
    this.#hasRested = true
    await this.#work.rest()
  }

  async #tidy(): Promise<void> {
    this.#lastTidy = performance.now()
    const statements = (await this.#work.reader.all(toAnalyze)).map(({ optimize }) => optimize)
    // Together: each change of the statistics has every connection read the schema anew.
    if (statements.length > 0) {
      await this.#work.writeInThread(async (tx) => {
        await tx.all(sql`pragma analysis_limit = ${sql.lit(sampled)}`)
        for (const statement of statements) await tx.all(sql.raw(statement))
      })
    }
    while (!this.#isClosed && (await this.#hasManyFree())) {
      await this.#work.writeInThread(async (tx) => {
        await tx.all(sql`pragma incremental_vacuum(${sql.lit(slice)})`)
      })
    }
  }

  async #hasManyFree(): Promise<boolean> {
    const { reader } = this.#work
    const [mode, free, all] = await Promise.all(
      ['auto_vacuum', 'freelist_count', 'page_count'].map(async (name) => {
        const row = await reader.get(sql`pragma ${sql.raw(name)}`)
        return Number(row?.[name] ?? 0)
      }),
    )
    const isIncremental = mode === 2
    return isIncremental && Number(free) > manyFree.pages && Number(free) > Number(all) * manyFree.share
  }
}
