import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Problem } from '@tavla/contract'
import { startThread } from '../../../ground/thread.ts'
import { type WorkLimits, watchWorker } from '../../../ground/watch-worker.ts'
import type { CleanedHtml } from '../html/clean.ts'
import type { IncomingMail } from '../receive/digest.ts'
import type { MailForm } from '../receive/read-mail.ts'

export type MailTask =
  | { kind: 'piece'; bytes: Uint8Array }
  /** Read the mail whose pieces came before. */
  | { kind: 'read'; form: MailForm }
  | { kind: 'clean'; html: string }

export type MailAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; value: IncomingMail | CleanedHtml }
  /** The content is not a valid mail. */
  | { kind: 'refused'; problem: Pick<Problem, 'status' | 'type' | 'title' | 'detail'> }
  | { kind: 'failed'; message: string }

/** A mail needs more time or memory than its thread may use. */
export class ThreadLimitError extends Error {}

/** Limits of the thread for one mail. */
export const workLimits: WorkLimits = { work: 15_000, wait: 120_000, check: 250 }
/** Milliseconds that the thread stays without work, and megabytes that it may use. */
export const bounds = { idle: 60_000, memory: 256 }
/** Bytes copied to the thread at once; more would block the server noticeably. */
const pieceLength = 2 * 1_048_576

interface Job {
  raw: Uint8Array | undefined
  task: MailTask
  resolve(value: IncomingMail | CleanedHtml): void
  reject(error: unknown): void
}

/**
 * Parses and cleans mails in a worker thread, one after the other, so that no mail blocks the server. The thread starts
 * with the first mail, ends after a while without work, and is terminated with a mail that exceeds its limits.
 */
class MailThread {
  #worker: Worker | undefined
  #isReady = false
  #current: Job | undefined
  #waiting: Job[] = []
  #idleTimer: NodeJS.Timeout | undefined
  #stopWatching = () => {}

  /** @throws ThreadLimitError; Error for a broken mail; Problem for invalid JSON, or when no thread can start */
  read(raw: Uint8Array, form: MailForm, signal?: AbortSignal): Promise<IncomingMail> {
    return this.#add({ kind: 'read', form }, raw, signal) as Promise<IncomingMail>
  }

  /** @throws ThreadLimitError */
  clean(html: string): Promise<CleanedHtml> {
    return this.#add({ kind: 'clean', html }) as Promise<CleanedHtml>
  }

  async #add(task: MailTask, raw?: Uint8Array, signal?: AbortSignal): Promise<IncomingMail | CleanedHtml> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMail | CleanedHtml>()
    const job: Job = { raw, task, resolve, reject }
    const giveUp = () => this.#drop(job, signal?.reason)
    signal?.addEventListener('abort', giveUp)
    this.#waiting.push(job)
    this.#next()
    return promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#idleTimer)
    const job = this.#waiting.shift()
    if (!job) {
      // An idle thread must not keep the process alive.
      this.#worker?.unref()
      this.#idleTimer = setTimeout(() => this.#end(), bounds.idle).unref()
      return
    }
    this.#current = job
    const worker = this.#worker ?? this.#start()
    this.#worker = worker
    worker.ref()
    if (this.#isReady) this.#watch(worker)
    void this.#give(worker, job)
  }

  #start(): Worker {
    this.#isReady = false
    const worker = startThread(new URL('./mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
    })
    worker.on('message', (answer: MailAnswer) => {
      if (worker === this.#worker) this.#take(worker, answer)
    })
    worker.on('messageerror', (error) => this.#lose(worker, error))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, undefined))
    return worker
  }

  async #give(worker: Worker, { raw, task }: Job): Promise<void> {
    for (let at = 0; raw && at < raw.length; at += pieceLength) {
      const bytes = new Uint8Array(raw.subarray(at, at + pieceLength))
      if (worker !== this.#worker) return
      worker.postMessage({ kind: 'piece', bytes } satisfies MailTask, [bytes.buffer])
      await nextTurn()
    }
    if (worker === this.#worker) worker.postMessage(task)
  }

  /** Starts the limits once the thread is ready, so that its start doesn't count against the mail. */
  #watch(worker: Worker): void {
    const job = this.#current
    this.#stopWatching = watchWorker(worker, workLimits, () => {
      if (job === this.#current) this.#lose(worker, new Error('It takes too long.'))
    })
  }

  #take(worker: Worker, answer: MailAnswer): void {
    if (answer.kind === 'ready') {
      this.#isReady = true
      this.#watch(worker)
      return
    }
    const job = this.#finish()
    if (answer.kind === 'done') job?.resolve(answer.value)
    else if (answer.kind === 'failed') job?.reject(new Error(answer.message))
    else {
      const { status, type, title, detail } = answer.problem
      job?.reject(new Problem(status, type, title, detail))
    }
    this.#next()
  }

  /** Rejects the mail that the thread was reading; if the thread never became ready, the mail is not to blame. */
  #lose(worker: Worker, cause: unknown): void {
    void worker.terminate()
    if (worker !== this.#worker) return
    this.#worker = undefined
    const job = this.#finish()
    job?.reject(
      this.#isReady ? new ThreadLimitError('The mail is too much for its thread.', { cause }) : unavailable(cause),
    )
    this.#next()
  }

  #finish(): Job | undefined {
    this.#stopWatching()
    const job = this.#current
    this.#current = undefined
    return job
  }

  #drop(job: Job, reason: unknown): void {
    job.reject(reason)
    if (this.#current === job && this.#worker) this.#lose(this.#worker, reason)
    else this.#waiting = this.#waiting.filter((other) => other !== job)
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }
}

function unavailable(cause: unknown): Problem {
  const detail = { text: 'The service is not available at the moment. Try again shortly.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { cause })
}

/** The one thread of this process. */
export const mailThread = new MailThread()
