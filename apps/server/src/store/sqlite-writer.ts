import { asError, StoreUnavailable } from './errors.ts'
import { LoopTurns } from './loop-turns.ts'
import { runCallback } from './run-callback.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteThread } from './sqlite-thread.ts'
import { SqliteTx } from './sqlite-tx.ts'
import type { Tx } from './store.ts'

export interface WriterLimits {
  /** Maximum number of writes that share one commit. */
  groupSize: number
  /** A group takes no further write after this much work. Milliseconds. */
  groupTime: number
  /** A change that runs no statement for this long is aborted. Milliseconds. */
  stuckAfter: number
}

/** Short writes share a commit; one that is `alone` keeps all others out, and may run in a thread of its own. */
type Length = 'short' | 'long' | 'alone'

interface Job {
  change(tx: Tx): Promise<unknown>
  length: Length
  /** The thread in which the change runs; without it, `ownThread` decides for a write that runs alone. */
  thread?: SqliteThread
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A write that has run and waits for its shared commit. */
interface FinishedWrite {
  job: Job
  value: unknown
  callbacks: readonly (() => void)[]
}

const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'] as const
const [save, release, rollbackToSave] = ['savepoint one', 'release one', 'rollback to one'] as const

/**
 * Group commit: waiting writes run one after another in one transaction and share one commit, so one fsync. Between
 * groups the event loop gets a turn, so that a queue of writes does not delay reads, and so it does within a long write.
 *
 * A savepoint for each write would copy every page that the write touches, which costs more than the write. So when a
 * write fails after it has changed something, the whole group is rolled back, and the writes before it run again, with
 * savepoints.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #limits: WriterLimits
  readonly #afterGroup: (writes: number) => void
  readonly #ownThread: () => SqliteThread | undefined
  readonly #turns = new LoopTurns()
  #queue: Job[] = []
  #scheduled = false
  /** Whether the next group uses savepoints. */
  #isCareful = false
  #closed = false
  #idle: (() => void)[] = []

  /**
   * `ownThread` returns the thread for a write that runs alone, so that it delays no read; undefined while the file is
   * small enough for this thread.
   */
  constructor(
    connection: SqliteConnection,
    limits: WriterLimits,
    afterGroup: (writes: number) => void,
    ownThread: () => SqliteThread | undefined,
  ) {
    this.#connection = connection
    this.#limits = limits
    this.#afterGroup = afterGroup
    this.#ownThread = ownThread
  }

  write<T>(change: (tx: Tx) => Promise<T>, length: Length): Promise<T> {
    return this.#add<T>({ change, length })
  }

  /** Runs an exclusive write in this thread, however small the file is. */
  writeIn<T>(thread: SqliteThread, change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#add<T>({ change, length: 'alone', thread })
  }

  /** Refuses further writes and resolves when the accepted ones are done. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#scheduled) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #add<T>(job: Omit<Job, 'resolve' | 'reject'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new StoreUnavailable('The database is closed.'))
      this.#queue.push({ ...job, resolve: resolve as Job['resolve'], reject })
      this.#schedule()
    })
  }

  // Two turns of the event loop: requests that arrived while the last group ran join the next group, and so do the next
  // requests of clients that it answered.
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => setImmediate(() => void this.#runNext()))
  }

  async #runNext(): Promise<void> {
    const next = this.#queue[0]
    const thread = next?.length === 'alone' ? (next.thread ?? this.#ownThread()) : undefined
    if (thread) await this.#runInThread(this.#queue.shift() as Job, thread)
    else await this.#runGroup()
    this.#scheduled = false
    if (this.#queue.length > 0) this.#schedule()
    else for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #runGroup(): Promise<void> {
    const done: FinishedWrite[] = []
    this.#turns.begin()
    try {
      this.#connection.run(begin, [])
    } catch (error) {
      for (const job of this.#queue.splice(0)) job.reject(unavailable(error))
      return
    }
    const isCareful = this.#isCareful
    this.#isCareful = false
    try {
      if ((await this.#runJobs(done, isCareful)) === 'undone') {
        this.#connection.run(rollback, [])
        this.#queue.unshift(...done.map(({ job }) => job))
        this.#isCareful = true
        return
      }
      // Copying many changed pages to the log takes time, too.
      await this.#turns.due()
      this.#connection.run(commit, [])
    } catch (error) {
      this.#abandon(done, error)
      return
    }
    // The events of many records take as long again, and no caller knows of the commit yet.
    if (done[0]?.job.length === 'long') await this.#turns.due()
    this.#finish(done)
  }

  async #runInThread(job: Job, thread: SqliteThread): Promise<void> {
    const tx = new SqliteTx(thread)
    let value: unknown
    try {
      await thread.run(begin, [])
      value = await this.#runChange(job, tx)
      if (tx.failure) throw tx.failure
      await thread.run(commit, [])
    } catch (error) {
      try {
        await thread.run(rollback, [])
      } catch {
        // SQLite rolled the transaction back itself, or the thread ended and the transaction with it.
      }
      return job.reject(asError(error))
    } finally {
      tx.end()
      thread.rest()
    }
    this.#finish([{ job, value, callbacks: tx.callbacks }])
  }

  #finish(done: readonly FinishedWrite[]): void {
    for (const { job, value, callbacks } of done) {
      for (const callback of callbacks) runCallback(callback)
      job.resolve(value)
    }
    runCallback(() => this.#afterGroup(done.length))
  }

  async #runJobs(done: FinishedWrite[], isCareful: boolean): Promise<'done' | 'undone'> {
    const until = performance.now() + this.#limits.groupTime
    for (let count = 0; count < this.#limits.groupSize; count++) {
      const job = this.#queue[0]
      if (!job || (job.length !== 'short' && count > 0)) break
      this.#queue.shift()
      if ((await this.#runJob(job, done, isCareful)) === 'undone') return 'undone'
      if (job.length !== 'short' || performance.now() > until) break
    }
    return 'done'
  }

  /** @throws Error only when the shared transaction itself is lost; the job is then rejected, too */
  async #runJob(job: Job, done: FinishedWrite[], isCareful: boolean): Promise<'done' | 'undone'> {
    const tx = new SqliteTx(this.#connection, this.#turns)
    try {
      if (isCareful) this.#connection.run(save, [])
      const value = await this.#runChange(job, tx)
      if (tx.failure) throw tx.failure
      if (isCareful) this.#connection.run(release, [])
      done.push({ job, value, callbacks: tx.callbacks })
    } catch (thrown) {
      const error = asError(thrown)
      // A full disk can end the whole transaction.
      if (!this.#connection.inTransaction) {
        job.reject(unavailable(error))
        throw error
      }
      job.reject(error)
      if (isCareful) this.#undoOne()
      else if (tx.hasChanged) return 'undone'
    } finally {
      tx.end()
    }
    return 'done'
  }

  #undoOne(): void {
    this.#connection.run(rollbackToSave, [])
    this.#connection.run(release, [])
  }

  // A change may await nothing but its tx. A change that waits for another write, for example, would block all writes for
  // ever.
  #runChange(job: Job, tx: SqliteTx): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let seen = -1
      const giveUp = () => {
        if (seen === tx.statements && tx.underWay === 0)
          reject(new Error('A write waited for something other than its own transaction'))
        seen = tx.statements
      }
      const timer = setInterval(giveUp, this.#limits.stuckAfter)
      const run = async () => tx.complete(job.change)
      run()
        .then(resolve, reject)
        .finally(() => clearInterval(timer))
    })
  }

  #abandon(done: readonly FinishedWrite[], error: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.run(rollback, [])
    } catch {
      // SQLite rolled the transaction back itself.
    }
    for (const { job } of done) job.reject(unavailable(error))
  }
}

function unavailable(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable('The database could not save.', error)
}
