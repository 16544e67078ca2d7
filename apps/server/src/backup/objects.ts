import { type BackupKey, NotAuthentic } from './backup-key.ts'
import { type ObjectStore, type StoredObject, StoreFault } from './object-store.ts'

/** Bytes of a block of the store file, of which a change touches few pages. */
export const storeBlock = 1_048_576
/** Bytes of a block of an attached file, which never changes. */
export const fileBlock = 4_194_304

const folder = 'objects/'

/** The reason why an object cannot be read. */
export class ObjectLost extends Error {
  override name = 'ObjectLost'
  readonly object: string
  readonly state: 'missing' | 'false'

  constructor(object: string, state: 'missing' | 'false') {
    super(`the object ${object} is ${state}`)
    this.object = object
    this.state = state
  }
}

/** The blocks of all backups of a store, each kept once under the name that follows from its content. */
export class Objects {
  readonly #store: ObjectStore
  readonly #key: BackupKey
  /** Names that are known to be there, or on their way. */
  readonly #known = new Map<string, Promise<number>>()

  constructor(store: ObjectStore, key: BackupKey) {
    this.#store = store
    this.#key = key
  }

  /** Stores the block unless it is there, and tells its name and the bytes that were new. @throws StoreFault */
  async put(content: Uint8Array): Promise<{ name: string; added: number }> {
    const name = this.#key.nameOf(content)
    const known = this.#known.get(name)
    if (known) {
      await known
      return { name, added: 0 }
    }
    const writing = this.#write(name, content)
    this.#known.set(name, writing)
    try {
      return { name, added: await writing }
    } catch (error) {
      this.#known.delete(name)
      throw error
    }
  }

  async #write(name: string, content: Uint8Array): Promise<number> {
    const path = pathOf(name)
    if (await this.#store.has(path)) return 0
    const sealed = this.#key.seal(path, content)
    await this.#store.write(path, sealed)
    return sealed.length
  }

  /** @throws StoreFault */
  has(name: string): Promise<boolean> {
    return this.#store.has(pathOf(name))
  }

  /**
   * The content of a block, whose name is checked. A false object is set aside, so that the next backup writes it anew.
   * @throws ObjectLost, StoreFault for a store that cannot be read
   */
  async get(name: string): Promise<Buffer> {
    const path = pathOf(name)
    const sealed = await this.#store.read(path)
    if (!sealed) throw new ObjectLost(name, 'missing')
    try {
      const content = await this.#key.open(path, sealed, fileBlock)
      if (this.#key.nameOf(content) === name) return content
    } catch (error) {
      if (!(error instanceof NotAuthentic)) throw error
    }
    // A store without room keeps it where it is, which must not hide that it is false.
    await this.#setAside(name, path, sealed).catch((error: unknown) => {
      if (!(error instanceof StoreFault)) throw error
    })
    throw new ObjectLost(name, 'false')
  }

  async #setAside(name: string, path: string, sealed: Buffer): Promise<void> {
    await this.#store.write(`aside/${name}`, sealed)
    await this.#store.remove(path)
    this.#known.delete(name)
  }

  /** Removes the objects that `isNamed` denies and that are older than `before` (UTC, milliseconds). @throws StoreFault */
  async prune(isNamed: (name: string) => boolean, before: number): Promise<{ objects: number; bytes: number }> {
    const removed = { objects: 0, bytes: 0 }
    for await (const { path, size, modified } of this.#all()) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (isNamed(name) || modified >= before) continue
      await this.#store.remove(path)
      this.#known.delete(name)
      removed.objects += 1
      removed.bytes += size
    }
    return removed
  }

  #all(): AsyncIterable<StoredObject> {
    return this.#store.list(folder)
  }
}

const pathOf = (name: string) => `${folder}${name.slice(0, 2)}/${name}`
