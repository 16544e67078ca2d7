import { AsyncLocalStorage } from 'node:async_hooks'
import { diskIsFull, StoreUnavailable } from './errors.ts'
import type { Statement } from './sql.ts'
import type { HeavyReader, Store, Tx } from './store.ts'

/** The state of the disk that holds the data file. */
export interface DiskState {
  readonly isFull: boolean
  noteFull(): void
  /** Releases a part of the reserve; returns false when none is left. */
  release(): boolean
}

const reserved = new AsyncLocalStorage<boolean>()

/** Runs work whose writes may use the space reserved for a full disk: an administrator's sign-in, a delete. */
export function usingReserve<T>(work: () => T): T {
  return reserved.run(true, work)
}

/**
 * Refuses writes while the disk is full, so that the reserved space is left for people who delete things. While
 * `isOpening` returns true, every write may use the reserve.
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

  write<T>(change: (tx: Tx) => Promise<T>, isLong?: boolean): Promise<T> {
    return this.#guard(() => this.#store.write(change, isLong))
  }

  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#guard(() => this.#store.writeAlone(change))
  }

  isReachable(): Promise<boolean> {
    return this.#store.isReachable()
  }

  async findFaults(max: number): Promise<string[]> {
    return (await this.#store.findFaults?.(max)) ?? []
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
      // Writes that this write triggers later may not use the reserve.
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
