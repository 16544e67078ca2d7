import { createHash, type Hash, randomUUID } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tooLarge } from '@tavla/contract'
import { KeyedLock } from '../ground/locks.ts'
import { diskProblem, putInPlace, removeFile, syncFolder } from './disk.ts'
import { type ScaledWidth, scaledWidths, scaleImage } from './images.ts'
import { type Address, addressOf, isStoredName, storedNameFor, urlOf } from './names.ts'
import { withoutHash } from './scaled-copy.ts'
import { ByteMismatch, requireBytes, writeWhole } from './whole-writes.ts'

/** Received bytes that are safely on disk but have no final name yet. */
export interface IncomingFile {
  path: string
  size: number
  /** SHA-256 of the content, hex. */
  hash: string
}

/**
 * The bytes of one site: `public` and `private` hold finished files, `incoming` unfinished ones, `scaled` copies of
 * pictures. A file gets its final name in one step once it is complete and synced, so a killed server leaves no half
 * file. Files are reached only through addresses that this class made; no text from outside becomes a path.
 */
export class FileArea {
  readonly #folder: string
  readonly #lock = new KeyedLock()
  readonly #scaling = new Map<string, Promise<boolean>>()
  /** Copies of the site that are being made. */
  #copies = 0
  #removals: (() => Promise<void>)[] = []
  #opened: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates the folders and removes the unfinished files of a killed server, once. */
  open(): Promise<void> {
    this.#opened ??= this.#prepare()
    return this.#opened
  }

  async #prepare(): Promise<void> {
    for (const name of ['public', 'private', 'incoming', 'scaled/public', 'scaled/private']) {
      await mkdir(path.join(this.#folder, name), { recursive: true })
    }
    await this.#sweep()
  }

  /**
   * Writes a stream to the disk; when it resolves, the disk holds the received bytes.
   * @throws Problem 413 beyond `maxBytes`, 503 when the disk is full, or the stream's own error
   */
  async receive(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number): Promise<IncomingFile> {
    await this.open()
    const file = this.#unfinished()
    const hash = createHash('sha256')
    let size = 0
    let digest: string
    try {
      const handle = await open(file, 'wx+')
      try {
        await pipeline(source, async (chunks: AsyncIterable<Uint8Array>) => {
          for await (const chunk of chunks) {
            size += chunk.length
            if (size > maxBytes) throw tooLarge(maxBytes)
            hash.update(chunk)
            await writeWhole(handle, chunk, size - chunk.length)
          }
        })
        await handle.sync()
        digest = hash.digest('hex')
        await requireBytes(handle, 0, size, digest)
      } finally {
        await handle.close()
      }
    } catch (error) {
      await removeFile(file)
      throw diskProblem(error)
    }
    return { path: file, size, hash: digest }
  }

  async discard(incoming: Pick<IncomingFile, 'path'>): Promise<void> {
    await removeFile(incoming.path)
  }

  /** The file that collects the bytes of a chunked transfer; `id` is one that this server made. */
  transferPath(id: string): string {
    return path.join(this.#folder, 'incoming', `${id}.transfer`)
  }

  /** The number of bytes on disk of each transfer, by its id. */
  async transfersOnDisk(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const name of await readdir(path.join(this.#folder, 'incoming'))) {
      if (!name.endsWith('.transfer')) continue
      const id = name.slice(0, -'.transfer'.length)
      found.set(id, await this.transferSize(id))
    }
    return found
  }

  /** The number of bytes on disk of one transfer. */
  async transferSize(id: string): Promise<number> {
    return (await sizeOf(this.transferPath(id))) ?? 0
  }

  /** The running hash of the first `size` bytes of a transfer. */
  async hashUpTo(id: string, size: number): Promise<Hash> {
    const hash = createHash('sha256')
    const bytes = createReadStream(this.transferPath(id), { end: size - 1, highWaterMark: 262_144 })
    for await (const chunk of bytes as AsyncIterable<Buffer>) hash.update(chunk)
    return hash
  }

  /** Size and hash of a file that was received in chunks. */
  async measure(file: string): Promise<IncomingFile> {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
      size += chunk.length
      hash.update(chunk)
    }
    return { path: file, size, hash: hash.digest('hex') }
  }

  /**
   * Runs `work` while no other work with the same content runs, so that bytes and the records that refer to them change
   * together.
   */
  runExclusively<T>(hash: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(hash.slice(0, 6), work)
  }

  /**
   * Gives incoming bytes their final name and returns its url; removes the incoming file unless `keep`. Bytes that
   * already have that name are shared, and the bytes of `twin` are linked, so that no content is stored twice. Call it
   * inside `runExclusively`.
   */
  async place(
    incoming: IncomingFile,
    wanted: { fileName: string; extension: string; isPrivate: boolean; twin?: string | undefined; keep?: boolean },
  ): Promise<string> {
    try {
      for (let digits = 6; digits <= incoming.hash.length; digits += 6) {
        const name = storedNameFor(wanted.fileName, incoming.hash, digits, wanted.extension)
        const address = { name, isPrivate: wanted.isPrivate }
        const target = this.#pathOf(address)
        const taken = await sizeOf(target)
        if (taken !== undefined && !(await this.#holds(target, taken, incoming))) continue
        if (taken === undefined) await this.#fill(target, incoming, wanted.twin)
        if (!wanted.keep) await removeFile(incoming.path)
        return urlOf(address)
      }
      throw new Error(`no free name for ${incoming.hash}`)
    } catch (error) {
      throw diskProblem(error)
    }
  }

  /**
   * Makes the bytes of `url` available on the other side of the public/private line, too. Synchronous, because it runs
   * in a transaction that waits for nothing else. The old bytes stay until `remove`.
   */
  mirror(url: string, hash: string, isPrivate: boolean): string {
    const address = addressOf(url)
    if (!address) throw new Error(`not a stored file: ${url}`)
    const source = this.#pathOf(address)
    const same = { name: address.name, isPrivate }
    const other = { name: address.name.replace(/-[0-9a-f]{6,64}(?=\.[A-Za-z0-9]{1,10}$|$)/, `-${hash}`), isPrivate }
    const taken = existsSync(this.#pathOf(same)) && !readFileSync(this.#pathOf(same)).equals(readFileSync(source))
    const target = taken ? other : same
    if (!existsSync(this.#pathOf(target))) linkNow(source, this.#pathOf(target), this.#unfinished())
    return urlOf(target)
  }

  /** Gives incoming bytes the name of this address, in place of what stands there. Call it inside `runExclusively`. */
  async replace(incoming: IncomingFile, url: string): Promise<void> {
    const target = this.pathOf(url)
    if (!target) throw new Error(`${url} is no address of stored bytes`)
    await putInPlace(incoming.path, target)
    await this.removeScaled(url)
  }

  /** Call it after the transaction of `mirror`, inside `runExclusively`: another owner of the shared copy may have removed it. */
  async finishMirror(from: string, to: string): Promise<void> {
    const source = this.pathOf(from)
    const target = this.pathOf(to)
    if (!source || !target) return
    if (!existsSync(target) && existsSync(source)) linkNow(source, target, this.#unfinished())
    await syncFolder(path.dirname(target))
  }

  /** The path of a stored url, or undefined for a url that this server would not have made. */
  pathOf(url: string): string | undefined {
    const address = addressOf(url)
    return address && this.#pathOf(address)
  }

  /**
   * Keeps all bytes that are there until the returned function is called, so that a copy of the site can read every file
   * that its records name.
   */
  hold(): () => Promise<void> {
    this.#copies += 1
    let isHeld = true
    return async () => {
      if (!isHeld) return
      isHeld = false
      this.#copies -= 1
      if (this.#copies > 0) return
      for (const removal of this.#removals.splice(0)) await removal()
    }
  }

  /** Runs a removal now, or once the bytes are no longer held. It must look anew whether a record needs the bytes. */
  async whenNotHeld(removal: () => Promise<void>): Promise<void> {
    if (this.#copies > 0) this.#removals.push(removal)
    else await removal()
  }

  /** The finished files by their places below the folder, in their order. */
  async stored(): Promise<string[]> {
    await this.open()
    const folders = await Promise.all(
      ['private', 'public'].map(async (name) =>
        (await readdir(path.join(this.#folder, name))).filter(isStoredName).map((file) => `${name}/${file}`),
      ),
    )
    return folders.flat().toSorted()
  }

  /** Removes bytes and their scaled copies. Call it inside `runExclusively`, when no record refers to them. */
  async remove(url: string): Promise<void> {
    const address = addressOf(url)
    if (!address) return
    await removeFile(this.#pathOf(address))
    await this.removeScaled(url)
  }

  /** Removes the scaled copies, which are made again on demand. */
  async removeScaled(url: string): Promise<void> {
    const address = addressOf(url)
    if (!address) return
    for (const width of scaledWidths) await removeFile(this.#scaledPath(address, width))
  }

  /**
   * The bytes of the scaled copy, checked against their hash; a damaged copy is made again. Undefined when the caller
   * should use the original.
   */
  async readScaled(url: string, width: ScaledWidth, mayMake = true): Promise<Buffer | undefined> {
    for (let tries = 0; tries < 2; tries++) {
      const copy = await this.scaled(url, width, mayMake)
      if (copy === undefined) return undefined
      const stored = await readFile(copy).catch(() => undefined)
      const bytes = stored && withoutHash(stored)
      if (bytes) return bytes
      if (stored) await removeFile(copy)
    }
    return undefined
  }

  /** Path of the scaled copy, made on first use if `mayMake`; undefined when the caller should use the original. */
  async scaled(url: string, width: ScaledWidth, mayMake = true): Promise<string | undefined> {
    const address = addressOf(url)
    if (!address) return undefined
    const target = this.#scaledPath(address, width)
    const size = await sizeOf(target)
    if (size !== undefined) return size > 0 ? target : undefined
    let making = this.#scaling.get(target)
    if (!making) {
      if (!mayMake) return undefined
      making = scaleImage(this.#pathOf(address), target, width).finally(() => this.#scaling.delete(target))
      this.#scaling.set(target, making)
    }
    return (await making) && ((await sizeOf(target)) ?? 0) > 0 ? target : undefined
  }

  #pathOf({ name, isPrivate }: Address): string {
    return path.join(this.#folder, isPrivate ? 'private' : 'public', name)
  }

  /** A path for bytes that are not complete yet. */
  #unfinished(): string {
    return path.join(this.#folder, 'incoming', `${randomUUID()}.part`)
  }

  #scaledPath({ name, isPrivate }: Address, width: ScaledWidth): string {
    return path.join(this.#folder, 'scaled', isPrivate ? 'private' : 'public', `${name}.${width}`)
  }

  async #holds(target: string, size: number, incoming: IncomingFile): Promise<boolean> {
    return size === incoming.size && (await this.measure(target)).hash === incoming.hash
  }

  async #fill(target: string, incoming: IncomingFile, twin: string | undefined): Promise<void> {
    const twinPath = twin === undefined ? undefined : this.pathOf(twin)
    const twinSize = twinPath === undefined ? undefined : await sizeOf(twinPath)
    // A twin that the disk has damaged since does not count.
    const isTwin = twinPath && twinSize !== undefined && (await this.#holds(twinPath, twinSize, incoming))
    const linked = await link(isTwin ? twinPath : incoming.path, target).then(
      () => true,
      () => false,
    )
    // Some volumes have no hard links; a copy gets its name only when it is complete.
    if (!linked) await copyWhole(incoming, target, this.#unfinished())
    await syncFolder(path.dirname(target))
  }

  async #sweep(): Promise<void> {
    for (const folder of ['incoming', 'scaled/public', 'scaled/private']) {
      for (const name of await readdir(path.join(this.#folder, folder))) {
        if (name.endsWith('.part')) await removeFile(path.join(this.#folder, folder, name))
      }
    }
  }
}

function linkNow(source: string, target: string, unfinished: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyNow(source, target, unfinished)
  }
}

/** A copy gets its name only when it is complete. */
function copyNow(source: string, target: string, unfinished: string): void {
  try {
    copyFileSync(source, unfinished)
    if (!readFileSync(unfinished).equals(readFileSync(source))) throw new ByteMismatch('the copy differs')
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw diskProblem(error)
  }
}

async function copyWhole(source: IncomingFile, target: string, unfinished: string): Promise<void> {
  try {
    await copyFile(source.path, unfinished)
    const handle = await open(unfinished, 'r+')
    try {
      await handle.sync()
      await requireBytes(handle, 0, source.size, source.hash)
    } finally {
      await handle.close()
    }
    await rename(unfinished, target)
  } catch (error) {
    await removeFile(unfinished)
    throw error
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
