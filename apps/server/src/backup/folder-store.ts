import { randomUUID } from 'node:crypto'
import { access, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { putInPlace } from '../files/disk.ts'
import { writeWhole } from '../files/whole-writes.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { type ObjectStore, type StoredObject, StoreFault } from './object-store.ts'

/** Ends the name of a file that is still being written; a killed server leaves it, and the next write sweeps it away. */
const unfinished = '.unfinished'

/** Keeps objects as files below one folder; each is synced to the disk before it bears its name. */
export class FolderStore implements ObjectStore {
  readonly #folder: string
  readonly #made = new Set<string>()

  /** `folder` is an absolute path. */
  constructor(folder: string) {
    this.#folder = folder
  }

  read(path: string): Promise<Buffer | undefined> {
    return this.#try(() => unlessMissing(readFile(this.#at(path))))
  }

  async write(path: string, bytes: Buffer): Promise<void> {
    await this.#try(async () => {
      const target = this.#at(path)
      this.#makeFolder(join(target, '..'))
      const draft = `${target}.${randomUUID()}${unfinished}`
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await writeWhole(handle, bytes, 0)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await putInPlace(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    })
  }

  has(path: string): Promise<boolean> {
    return this.#try(async () => (await unlessMissing(access(this.#at(path)).then(() => true))) ?? false)
  }

  async remove(path: string): Promise<void> {
    await this.#try(() => rm(this.#at(path), { force: true }))
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const entries = await this.#try(() => unlessMissing(readdir(this.#at(prefix), { withFileTypes: true })))
    const sorted = (entries ?? []).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of sorted) {
      const path = `${prefix}${entry.name}`
      if (entry.isDirectory()) yield* this.list(`${path}/`)
      else if (entry.isFile() && !entry.name.endsWith(unfinished)) {
        const found = await this.#try(() => unlessMissing(stat(this.#at(path))))
        if (found) yield { path, size: found.size, modified: found.mtimeMs }
      }
    }
  }

  #at(path: string): string {
    return join(this.#folder, path)
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return
    makePrivateFolder(folder)
    this.#made.add(folder)
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO'
      if (code === 'ENOSPC' || code === 'EDQUOT') throw new StoreFault({ text: 'The backup store is full.' }, error)
      throw new StoreFault({ text: 'The backup store cannot be used ({0}).', args: [code] }, error)
    }
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return
    throw error
  }
}
