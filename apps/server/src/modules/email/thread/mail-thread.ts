import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '@tavla/contract'
import type { Clean } from '../html/clean.ts'
import type { IncomingMail } from '../receive/digest.ts'
import type { MailForm } from '../receive/read-mail.ts'
import { watchWorker } from './watch-worker.ts'

export type MailTask =
  | { kind: 'piece'; bytes: Uint8Array }
  /** The mail whose pieces came before. */
  | { kind: 'read'; form: MailForm }
  | { kind: 'clean'; html: string }

export type MailAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; value: IncomingMail | Clean }
  /** What was handed over is no mail. */
  | { kind: 'refused'; problem: Pick<Problem, 'status' | 'type' | 'title' | 'detail'> }
  | { kind: 'failed'; message: string }

/** A mail that cannot be read: what is in it, or how much, is more than a thread may have time and memory for. */
export class TooMuch extends Error {}

/** How long the thread is kept without work, in milliseconds, and the megabytes that it may fill with what it makes of a mail. */
export const bounds = { idle: 60_000, memory: 256 }
/** Of a mail on its way to the thread: copying more at once would be felt. */
const pieceLength = 2 * 1_048_576

interface Job {
  raw: Uint8Array | undefined
  task: MailTask
  resolve(value: IncomingMail | Clean): void
  reject(error: unknown): void
}

/**
 * The thread that looks into mails, one after the other, so that none holds up anybody but itself. It is started when there
 * is a mail, ended after a while without one, and thrown away with a mail that is too much for it.
 */
class MailThread {
  #worker: Worker | undefined
  #isReady = false
  #current: Job | undefined
  #waiting: Job[] = []
  #idleTimer: NodeJS.Timeout | undefined
  #stopWatching = () => {}

  /** @throws TooMuch, any Error for a mail that is broken, and Problem for JSON that is no mail, or when no thread can be had */
  read(raw: Uint8Array, form: MailForm, signal?: AbortSignal): Promise<IncomingMail> {
    return this.#add({ kind: 'read', form }, raw, signal) as Promise<IncomingMail>
  }

  /** @throws TooMuch */
  clean(html: string): Promise<Clean> {
    return this.#add({ kind: 'clean', html }) as Promise<Clean>
  }

  async #add(task: MailTask, raw?: Uint8Array, signal?: AbortSignal): Promise<IncomingMail | Clean> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMail | Clean>()
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
    const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
      ...ofCompiled(),
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

  /** From when it can begin with the mail: no mail is to blame for how long the thread takes to start. */
  #watch(worker: Worker): void {
    const job = this.#current
    this.#stopWatching = watchWorker(worker, () => {
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

  /** With the thread goes the mail that it was reading; one that never began has no part in it. */
  #lose(worker: Worker, cause: unknown): void {
    void worker.terminate()
    if (worker !== this.#worker) return
    this.#worker = undefined
    const job = this.#finish()
    job?.reject(this.#isReady ? new TooMuch('The mail is too much for its thread.', { cause }) : unavailable(cause))
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

/** A thread does not know by itself where the process keeps what it has compiled, and would compile anew each time. */
function ofCompiled(): { env?: NodeJS.ProcessEnv } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { env: { ...process.env, NODE_COMPILE_CACHE: dirname(folder) } }
}

function unavailable(cause: unknown): Problem {
  const detail = { text: 'The service is not available at the moment. Try again shortly.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { cause })
}

/** One for the whole process. */
export const mailThread = new MailThread()
