import type { ReadPool } from './read-pool.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Groups between two looks at the log; a look costs a few microseconds. */
const groupsBetweenLooks = 16
/** Pages in the log that set off a checkpoint: 8 MB. */
const wanted = 2_000
/** Pages in the log beyond which writing has outrun the checkpoints: 32 MB. */
const large = 8_000
/** Pages in the log beyond which long queries have to wait for a checkpoint: 256 MB. */
const huge = 64_000
/** Pages that the main thread may copy itself, by how large the log is: a few milliseconds, or what it takes. */
const mayCopy: readonly { log: number; pages: number }[] = [
  { log: 3 * large, pages: Number.POSITIVE_INFINITY },
  { log: 2 * large, pages: 4_000 },
  { log: large, pages: 500 },
]

interface LogState {
  /** Pages in the log, and how many of them the database file holds already. */
  log: number
  checkpointed: number
}

/**
 * Keeps the write-ahead log bounded without stopping the loop: a worker thread copies the bulk. The log starts anew only
 * when all of it is copied at the moment of a write, which under steady writing never happens by itself; so when it has
 * grown large, the main thread copies the few pages that came in meanwhile.
 */
export class Checkpointer {
  readonly #connection: SqliteConnection
  readonly #pool: ReadPool
  #groups = 0
  #running = false

  constructor(connection: SqliteConnection, pool: ReadPool) {
    this.#connection = connection
    this.#pool = pool
  }

  /** To be called outside a transaction, after each commit. */
  afterGroup(): void {
    this.#groups++
    if (this.#running || this.#groups % groupsBetweenLooks !== 0) return
    const { log, checkpointed } = this.#look('noop')
    if (log - checkpointed < wanted) return
    this.#running = true
    // A checkpoint that fails (full disk, closing) leaves the log as it was; the next look tries again.
    this.#pool
      .checkpoint(log > huge)
      .then(() => this.#copyRest())
      .catch(() => {})
      .finally(() => {
        this.#running = false
      })
  }

  #copyRest(): void {
    if (this.#connection.inTransaction) return
    const { log, checkpointed } = this.#look('noop')
    const rest = log - checkpointed
    const most = mayCopy.find((step) => log > step.log)?.pages ?? 0
    if (rest > 0 && rest <= most) this.#look('passive')
  }

  #look(mode: 'noop' | 'passive'): LogState {
    return this.#connection.get(`pragma wal_checkpoint(${mode})`, []) as LogState
  }
}
