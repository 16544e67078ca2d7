import type { Worker } from 'node:worker_threads'
import { startThread } from '../ground/thread.ts'
import type { SealedPlace } from './backup-thread.ts'
import type { StoredNow } from './blocks.ts'
import { type FaultData, faultFrom } from './thread-faults.ts'

/** A file to be stored. */
export interface StoringTask {
  number: number
  file: string
  blockBytes: number
}

export type StoringAnswer = { number: number } & ({ stored: StoredNow } | { failed: FaultData })

/** Stores files of a large backup beside the thread that makes it: hashing and sealing take more time than the disk. */
export class StoringThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<StoredNow>>()
  #number = 0

  constructor({ place, key }: SealedPlace) {
    this.#worker = startThread(new URL('./storing-worker.ts', import.meta.url), { workerData: { place, key } })
    this.#worker.on('message', (answer: StoringAnswer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread of the backup has ended.')))
  }

  /** As `storeFile`. @throws StoreFault, or Error with the system's code */
  store(file: string, blockBytes: number): Promise<StoredNow> {
    const waiting = Promise.withResolvers<StoredNow>()
    const number = ++this.#number
    this.#waiting.set(number, waiting)
    this.#worker.postMessage({ number, file, blockBytes } satisfies StoringTask)
    return waiting.promise
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #take(answer: StoringAnswer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if ('stored' in answer) waiting?.resolve(answer.stored)
    else waiting?.reject(faultFrom(answer.failed))
  }

  #lose(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
