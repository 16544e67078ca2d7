import { AsyncLocalStorage } from 'node:async_hooks'
import { diskIsFull, StoreUnavailable } from './errors.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Store, Tx } from './store.ts'

/** What the store has to know of the disk that its file lies on. */
export interface DiskState {
  readonly isFull: boolean
  noteFull(): void
  /** Gives a reserve up; false when there is none. */
  release(): boolean
}

const reserved = new AsyncLocalStorage<boolean>()

/** Runs work whose writes may take what was kept back for a full disk: an administrator's sign-in, a delete. */
export function usingReserve<T>(work: () => T): T {
  return reserved.run(true, work)
}

/**
 * The store, which refuses writes while the disk is full, so that what was kept back is there for those who make room.
 * While `isOpening`, every write may take of it.
 */
export class StoreOnDisk implements Store {
  readonly #store: Store
  readonly #disk: DiskState
  readonly #isOpening: () => boolean

  constructor(store: Store, disk: DiskState, isOpening: () => boolean) {
    this.#store = store
    this.#disk = disk
    this.#isOpening = isOpening
  }

  get dialect() {
    return this.#store.dialect
  }

  get place() {
    return this.#store.place
  }

  get heavy(): HeavyReader {
    return this.#store.heavy
  }

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#store.all(statement)
  }

  get<T>(statement: Statement<T>): Promise<T | undefined> {
    return this.#store.get(statement)
  }

  write<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#guard(() => this.#store.write(change))
  }

  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#guard(() => this.#store.writeAlone(change))
  }

  isReachable(): Promise<boolean> {
    return this.#store.isReachable()
  }

  async findFaults(most: number): Promise<string[]> {
    return (await this.#store.findFaults?.(most)) ?? []
  }

  async backup(path: string): Promise<void> {
    await this.#store.backup?.(path)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #guard<T>(write: () => Promise<T>): Promise<T> {
    const mayUse = this.#isOpening() || reserved.getStore() === true
    if (!mayUse && this.#disk.isFull) throw new StoreUnavailable(diskIsFull)
    try {
      // Whatever the write sets off later has no claim to the reserve.
      return await (mayUse ? reserved.run(false, write) : write())
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.message !== diskIsFull) throw error
      this.#disk.noteFull()
      if (!mayUse || !this.#disk.release()) throw error
      this.#store.shrinkLog?.()
      return reserved.run(false, write)
    }
  }
}
