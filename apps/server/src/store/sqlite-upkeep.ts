import { sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Reader, Tx } from './store.ts'

export interface UpkeepLimits {
  /** How long no write may have come before the log is copied into the file. Milliseconds. */
  restAfter: number
  /** The same before the file is maintained: statistics, free pages. Milliseconds. */
  tidyAfter: number
  /** Interval between two maintenance runs; after four times as long it runs even while writes come. Milliseconds. */
  tidyEvery: number
}

/** The parts of the store that upkeep uses; their work runs in other threads. */
export interface UpkeepWork {
  reader: Reader
  /** Copies the log into the file. */
  rest(): Promise<void>
  /** Runs an exclusive write in a thread of its own. */
  writeInThread(change: (tx: Tx) => Promise<void>): Promise<void>
}

/** A file up to this size is rewritten quickly at its opening. Bytes. */
const small = 16_777_216
/** Minimum of free pages before some are released: 16 MB, and a fifth of the file. */
const minFree = { pages: 4_000, share: 0.2 }
/** Free pages that one write releases. */
const pagesPerWrite = 1_000
/** Maximum number of rows of an index that are read for its statistics. */
const maxSampledRows = 400
// Lists, without running them, the statements for every table whose statistics are missing or outdated.
const toAnalyze = sql<{ optimize: string }>`pragma optimize(0x10003)`

/**
 * Turns on the release of free pages for a file of an earlier version, which requires rewriting it; only a small file
 * is rewritten. A larger one keeps its free pages for new rows until an operator rewrites it.
 */
export function makeShrinkable(connection: SqliteConnection): void {
  const read = (name: string) => Number((connection.get(`pragma ${name}`, []) as Record<string, number>)[name])
  try {
    if (read('auto_vacuum') !== 0 || read('page_count') * read('page_size') > small) return
    connection.raw.exec('pragma auto_vacuum=incremental; vacuum')
  } catch {
    // A full disk, or a damaged file: the store opens as it is, and later statements report the fault.
  }
}

/**
 * Maintains the data file while it is idle: the log is copied into the file, the planner gets current statistics, and
 * freed space goes back to the disk. A failed run is tried again the next time.
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
    // The first run comes soon after the start: the previous process may not have lived long enough for one.
    this.#lastTidy -= limits.tidyEvery
    this.#timer = setInterval(() => this.#check(), Math.min(limits.restAfter, limits.tidyAfter)).unref()
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

  #check(): void {
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
    // In one write: each change of the statistics makes every connection read the schema again.
    if (statements.length > 0) {
      await this.#work.writeInThread(async (tx) => {
        await tx.all(sql`pragma analysis_limit = ${sql.lit(maxSampledRows)}`)
        for (const statement of statements) await tx.all(sql.raw(statement))
      })
    }
    while (!this.#isClosed && (await this.#hasManyFree())) {
      await this.#work.writeInThread(async (tx) => {
        await tx.all(sql`pragma incremental_vacuum(${sql.lit(pagesPerWrite)})`)
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
    return isIncremental && Number(free) > minFree.pages && Number(free) > Number(all) * minFree.share
  }
}
