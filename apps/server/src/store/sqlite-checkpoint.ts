import type { ReadPool } from './read-pool.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Commits between two checks of the log; a check costs a few microseconds. */
const groupsBetweenLooks = 16
/** Pages in the log that trigger a checkpoint: 8 MB. */
const checkpointFrom = 2_000
/** Pages in the log beyond which writes have outrun the checkpoints: 32 MB. */
const large = 8_000
/** Pages in the log beyond which long queries must wait for a checkpoint: 256 MB. */
const huge = 64_000
/** How many pages the main thread may copy itself, by the size of the log: a few milliseconds of work, or without limit. */
const copyLimits: readonly { log: number; pages: number }[] = [
  { log: 3 * large, pages: Number.POSITIVE_INFINITY },
  { log: 2 * large, pages: 4_000 },
  { log: large, pages: 500 },
]

interface LogState {
  /** Pages in the log, and how many of them are already in the database file. */
  log: number
  checkpointed: number
}

/**
 * Keeps the write-ahead log bounded without blocking the event loop: a worker thread copies most of it. The log
 * restarts only when all of it has been copied at the moment of a write, which never happens by itself under steady
 * writing. So when the log is large, the main thread copies the few pages that arrived meanwhile.
 */
export class Checkpointer {
  readonly #connection: SqliteConnection
  readonly #pool: ReadPool
  #groups = 0
  #running = false
  /** The worker's copy ended within a transaction; the rest is copied after it. */
  #isRestDue = false

  constructor(connection: SqliteConnection, pool: ReadPool) {
    this.#connection = connection
    this.#pool = pool
  }

  /** Call it outside a transaction, after each commit. */
  afterGroup(): void {
    this.#groups++
    if (this.#isRestDue) this.#copyRest()
    if (this.#running || this.#groups % groupsBetweenLooks !== 0) return
    const { log, checkpointed } = this.#checkpoint('noop')
    if (log - checkpointed < checkpointFrom) return
    this.#running = true
    // A failed checkpoint (full disk, closing) leaves the log as it was; the next check tries again.
    this.#pool
      .checkpoint(log > huge)
      .then(() => this.#copyRest())
      .catch(() => {})
      .finally(() => {
        this.#running = false
      })
  }

  #copyRest(): void {
    this.#isRestDue = this.#connection.inTransaction
    if (this.#isRestDue) return
    const { log, checkpointed } = this.#checkpoint('noop')
    const rest = log - checkpointed
    const maxPages = copyLimits.find((step) => log > step.log)?.pages ?? 0
    if (rest > 0 && rest <= maxPages) this.#checkpoint('passive')
  }

  #checkpoint(mode: 'noop' | 'passive'): LogState {
    return this.#connection.get(`pragma wal_checkpoint(${mode})`, []) as LogState
  }
}
