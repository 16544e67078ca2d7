import type { Worker } from 'node:worker_threads'
import { startThread } from '../ground/thread.ts'
import { asError, type ErrorData, errorFrom, StoreUnavailable } from './errors.ts'
import type { Statements } from './sqlite-tx.ts'
import type { Params } from './store.ts'

export type ThreadTask = { kind: 'all' | 'get' | 'run' | 'insert'; sql: string; params: Params } | { kind: 'end' }

export type ThreadAnswer = { value: unknown } | { failed: ErrorData }

interface PendingAnswer {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * A writing connection in a thread of its own, for changes of definitions that rewrite whole tables, so that reads go
 * on beside them. The thread starts when first used and ends when idle for a while.
 */
export class SqliteThread implements Statements {
  readonly #file: string
  readonly #idleTime: number
  #worker: Worker | undefined
  #waiting: PendingAnswer[] = []
  #idleTimer: NodeJS.Timeout | undefined

  /** `idleTime` in milliseconds. */
  constructor(file: string, idleTime: number) {
    this.#file = file
    this.#idleTime = idleTime
  }

  all(sql: string, params: Params): Promise<unknown[]> {
    return this.#ask({ kind: 'all', sql, params }) as Promise<unknown[]>
  }

  get(sql: string, params: Params): Promise<unknown> {
    return this.#ask({ kind: 'get', sql, params })
  }

  run(sql: string, params: Params): Promise<number> {
    return this.#ask({ kind: 'run', sql, params }) as Promise<number>
  }

  insert(sql: string, params: Params): Promise<number> {
    return this.#ask({ kind: 'insert', sql, params }) as Promise<number>
  }

  /** Call it after a transaction: an idle thread must not keep the process alive, and ends after a while. */
  rest(): void {
    this.#worker?.unref()
    this.#idleTimer = setTimeout(() => void this.close(), this.#idleTime).unref()
  }

  /** Ends the thread and rolls back its transaction. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    clearTimeout(this.#idleTimer)
    this.#worker = undefined
    worker.ref()
    const exit = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage({ kind: 'end' } satisfies ThreadTask)
    await exit
  }

  #ask(task: ThreadTask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#idleTimer)
      const worker = this.#worker ?? this.#start()
      this.#worker = worker
      worker.ref()
      try {
        worker.postMessage(task)
        this.#waiting.push({ resolve, reject })
      } catch (error) {
        // The value cannot be sent to another thread.
        reject(asError(error))
      }
    })
  }

  #start(): Worker {
    const worker = startThread(new URL('./sqlite-thread-worker.ts', import.meta.url), {
      workerData: { file: this.#file },
    })
    worker.on('message', (answer: ThreadAnswer) => this.#finish(answer))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, undefined))
    return worker
  }

  #finish(answer: ThreadAnswer): void {
    const waiting = this.#waiting.shift()
    if ('failed' in answer) waiting?.reject(errorFrom(answer.failed))
    else waiting?.resolve(answer.value)
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const waiting of this.#waiting.splice(0)) {
      waiting.reject(new StoreUnavailable('A change of the database was ended.', error))
    }
  }
}
