import type { Worker } from 'node:worker_threads'
import { startThread } from '../ground/thread.ts'
import { asError, type ErrorData, errorFrom, StoreUnavailable } from './errors.ts'
import type { PrintedSql, Statement } from './sql.ts'
import type { HeavyReader, Query } from './store.ts'

export type ReadQuery = { kind: Query['kind'] } & PrintedSql

export type ReadTask = { kind: 'read'; queries: ReadQuery[] } | { kind: 'checkpoint' } | { kind: 'end' }

/** The rows of each query of a task. */
export type ReadAnswer = { answers: unknown[][] } | { failed: ErrorData }

interface PendingTask {
  task: ReadTask
  /** Starts only when no other task runs, and no other starts beside it. */
  alone: boolean
  resolve(answers: unknown[][]): void
  reject(error: Error): void
}

interface Member {
  worker: Worker
  current: PendingTask | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/**
 * A few read-only threads on one SQLite file. They start when first needed and end when idle for a while. Tasks start
 * in the order in which they came. A thread that dies fails only its own task.
 */
export class ReadPool implements HeavyReader {
  readonly #file: string
  readonly #size: number
  readonly #idleTime: number
  readonly #members = new Set<Member>()
  #waiting: PendingTask[] = []
  #closed = false

  /** `idleTime` in milliseconds. */
  constructor(file: string, size: number, idleTime: number) {
    this.#file = file
    this.#size = size
    this.#idleTime = idleTime
  }

  async all<T>(statement: Statement<T>): Promise<T[]> {
    return (await this.#one({ kind: 'all', ...statement.print() })) as T[]
  }

  async get<T>(statement: Statement<T>): Promise<T | undefined> {
    const rows = await this.#one({ kind: 'get', ...statement.print() })
    return rows[0] as T | undefined
  }

  /** Runs the queries in parallel while that many threads are free, otherwise as one task without round trips between. */
  async each(queries: readonly Query[]): Promise<unknown[][]> {
    const printed = queries.map(({ kind, statement }) => ({ kind, ...statement.print() }))
    if (!this.#hasFree(queries.length)) return this.#add({ kind: 'read', queries: printed }, false)
    const answers = await Promise.all(printed.map((query) => this.#add({ kind: 'read', queries: [query] }, false)))
    return answers.flat()
  }

  /**
   * Copies the write-ahead log into the database file. With `alone`, it runs while no query of this pool keeps pages of
   * the log in use.
   */
  async checkpoint(alone: boolean): Promise<void> {
    await this.#add({ kind: 'checkpoint' }, alone)
  }

  /** Number of threads that exist now. */
  get threads(): number {
    return this.#members.size
  }

  /** Rejects unfinished tasks and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(closed())
    await Promise.all([...this.#members].map((member) => this.#end(member)))
  }

  #add(task: ReadTask, alone: boolean): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closed())
      this.#waiting.push({ task, alone, resolve, reject })
      this.#dispatch()
    })
  }

  async #one(query: ReadQuery): Promise<unknown[]> {
    const [rows = []] = await this.#add({ kind: 'read', queries: [query] }, false)
    return rows
  }

  #hasFree(threads: number): boolean {
    const busy = [...this.#members].filter((member) => member.current).length
    return this.#waiting.length === 0 && this.#size - busy >= threads
  }

  #dispatch(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const busy = [...this.#members].filter((member) => member.current)
      if (busy.some((member) => member.current?.alone) || (next.alone && busy.length > 0)) return
      const free = [...this.#members].find((member) => !member.current)
      const member = free ?? (this.#members.size < this.#size ? this.#start() : undefined)
      if (!member) return
      this.#waiting.shift()
      this.#give(member, next)
    }
  }

  #start(): Member {
    const worker = startThread(new URL('./read-worker.ts', import.meta.url), { workerData: { file: this.#file } })
    const member: Member = { worker, current: undefined, idleTimer: undefined }
    worker.on('message', (answer: ReadAnswer) => this.#finish(member, answer))
    worker.on('messageerror', (error) => this.#lose(member, error))
    worker.on('error', (error) => this.#lose(member, error))
    worker.on('exit', () => this.#lose(member, undefined))
    this.#members.add(member)
    return member
  }

  #give(member: Member, waiting: PendingTask): void {
    clearTimeout(member.idleTimer)
    member.current = waiting
    member.worker.ref()
    try {
      member.worker.postMessage(waiting.task)
    } catch (error) {
      // The value cannot be sent to another thread.
      this.#finish(member, { failed: { name: 'TypeError', message: asError(error).message } })
    }
  }

  #finish(member: Member, answer: ReadAnswer): void {
    const { current } = member
    member.current = undefined
    // An idle thread must not keep the process alive.
    member.worker.unref()
    if (!this.#closed) member.idleTimer = setTimeout(() => void this.#end(member), this.#idleTime).unref()
    if (current) settle(current, answer)
    // The caller of an exclusive task gets a turn before other threads read again.
    if (current?.alone) setImmediate(() => this.#dispatch())
    else this.#dispatch()
  }

  #lose(member: Member, error: unknown): void {
    if (!this.#members.delete(member)) return
    clearTimeout(member.idleTimer)
    void member.worker.terminate()
    const message = error === undefined ? 'A long query was ended.' : 'A long query failed.'
    member.current?.reject(this.#closed ? closed() : new StoreUnavailable(message, error))
    this.#dispatch()
  }

  async #end(member: Member): Promise<void> {
    const exit = new Promise((resolve) => member.worker.once('exit', resolve))
    clearTimeout(member.idleTimer)
    this.#members.delete(member)
    if (!member.current) {
      member.worker.ref()
      member.worker.postMessage({ kind: 'end' } satisfies ReadTask)
      await exit
      return
    }
    // SQLite does not interrupt a running query; the thread ends with that query.
    member.current.reject(closed())
    void member.worker.terminate()
    member.worker.unref()
  }
}

function settle(waiting: PendingTask, answer: ReadAnswer): void {
  if ('failed' in answer) waiting.reject(errorFrom(answer.failed))
  else waiting.resolve(answer.answers)
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The database is closed.')
}
