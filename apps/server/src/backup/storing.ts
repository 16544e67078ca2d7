import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import type { TableSum } from '../store/table-sums.ts'
import { type StoredBlocks, type StoredNow, storeBlocks, storeFile, sumFile } from './blocks.ts'
import { fileBlock, type Objects, storeBlock } from './objects.ts'

/** The pieces of the work of a backup. @throws StoreFault, or the system's error when a file cannot be read */
export interface Storing {
  /** Blocks its thread. */
  sumTables(data: string): Promise<readonly TableSum[]>
  /** SHA-256 of the store file or dump, hex. */
  sumData(data: string): Promise<string>
  /** Stores whole blocks of the store file or dump, from byte `from` up to `to`. */
  storePart(data: string, from: number, to: number): Promise<StoredBlocks>
  storeAttached(file: string): Promise<StoredNow>
}

/** Works in the thread that calls it. */
export class OwnStoring implements Storing {
  readonly #objects: Objects

  constructor(objects: Objects) {
    this.#objects = objects
  }

  async sumTables(data: string): Promise<readonly TableSum[]> {
    return sumSqliteTables(data)
  }

  sumData(data: string): Promise<string> {
    return sumFile(data)
  }

  storePart(data: string, from: number, to: number): Promise<StoredBlocks> {
    return storeBlocks(this.#objects, data, { blockBytes: storeBlock, from, to })
  }

  storeAttached(file: string): Promise<StoredNow> {
    return storeFile(this.#objects, file, fileBlock)
  }
}
