import type { Worker } from 'node:worker_threads'
import { startThread } from '../ground/thread.ts'
import type { TableSum } from '../store/table-sums.ts'
import type { SealedPlace } from './backup-thread.ts'
import type { StoredBlocks, StoredNow } from './blocks.ts'
import type { Storing } from './storing.ts'
import { type FaultData, faultFrom } from './thread-faults.ts'

/** A piece of the work. */
export type StoringTask = {
  [Method in keyof Storing]: { number: number; method: Method; args: Parameters<Storing[Method]> }
}[keyof Storing]

export type StoringAnswer = { number: number } & ({ value: unknown } | { failed: FaultData })

/** Works beside the thread that makes a large backup: hashing and sealing take more time than the disk. */
export class StoringThread implements Storing {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #number = 0

  constructor({ place, key }: SealedPlace) {
    this.#worker = startThread(new URL('./storing-worker.ts', import.meta.url), { workerData: { place, key } })
    this.#worker.on('message', (answer: StoringAnswer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread of the backup has ended.')))
  }

  sumTables(...args: Parameters<Storing['sumTables']>): Promise<readonly TableSum[]> {
    return this.#ask({ number: this.#next(), method: 'sumTables', args }) as Promise<readonly TableSum[]>
  }

  sumData(...args: Parameters<Storing['sumData']>): Promise<string> {
    return this.#ask({ number: this.#next(), method: 'sumData', args }) as Promise<string>
  }

  storePart(...args: Parameters<Storing['storePart']>): Promise<StoredBlocks> {
    return this.#ask({ number: this.#next(), method: 'storePart', args }) as Promise<StoredBlocks>
  }

  storeAttached(...args: Parameters<Storing['storeAttached']>): Promise<StoredNow> {
    return this.#ask({ number: this.#next(), method: 'storeAttached', args }) as Promise<StoredNow>
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #next(): number {
    this.#number += 1
    return this.#number
  }

  #ask(task: StoringTask): Promise<unknown> {
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(task.number, waiting)
    this.#worker.postMessage(task)
    return waiting.promise
  }

  #take(answer: StoringAnswer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if ('value' in answer) waiting?.resolve(answer.value)
    else waiting?.reject(faultFrom(answer.failed))
  }

  #lose(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
