import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import type { TableSum } from '../store/table-sums.ts'
import { type StoredBlocks, type StoredNow, storeBlocks, storeFile, sumFile } from './blocks.ts'
import { fileBlock, type Objects, storeBlock } from './objects.ts'

/** The figures of the store file or dump that a manifest has, but for its blocks. */
export interface DataSums {
  /** SHA-256 of the whole content, hex. */
  sha256: string
  tables?: readonly TableSum[]
}

/** The pieces of the work of a backup. @throws StoreFault, or the system's error when a file cannot be read */
export interface Storing {
  /** Blocks its thread while it sums up tables. */
  sumData(data: string, hasTables: boolean): Promise<DataSums>
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

  async sumData(data: string, hasTables: boolean): Promise<DataSums> {
    const sha256 = await sumFile(data)
    return hasTables ? { sha256, tables: sumSqliteTables(data) } : { sha256 }
  }

  storePart(data: string, from: number, to: number): Promise<StoredBlocks> {
    return storeBlocks(this.#objects, data, { blockBytes: storeBlock, from, to })
  }

  storeAttached(file: string): Promise<StoredNow> {
    return storeFile(this.#objects, file, fileBlock)
  }
}
