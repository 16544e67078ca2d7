import { statSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@tavla/contract'
import { notEnoughRoom, roomOf } from '../ground/disk-room.ts'
import { type CopyPart, type CopyState, digestOf } from './copy-parts.ts'
import type { HeldCopy } from './local-copy.ts'
import type { SiteDatabases } from './own-database.ts'
import { purgeReplaced } from './placing.ts'

/** A part that can be read, and its digest where that is known. */
export interface ReadablePart {
  file: string
  size: number
  digest: string | undefined
}

interface CopyRoomParts {
  /** Copies the database into an empty folder, and keeps the stored files until the copy is released. */
  make: (target: string) => Promise<HeldCopy>
  /** Drops those of data that were replaced. */
  databases: SiteDatabases
  report: (error: unknown) => void
}

/** Where the copied database lies, in the site's own folder. */
const folderName = '.copy'
/** A copy that nobody asks for ends after this time. Milliseconds. */
const leaseMillis = 900_000

interface KeptCopy {
  id: string
  state: CopyState
  parts: Map<string, ReadablePart>
  release: () => void | Promise<void>
  isOver: boolean
  lease: NodeJS.Timeout | undefined
}

const begun = { state: { state: 'copying' }, release: () => {}, isOver: false, lease: undefined } as const

/**
 * Makes copies of a site's data for an HQ on another machine, one at a time; a newer one ends the one before (reference:
 * hosting, Copies over the network).
 */
export class CopyRoom {
  readonly #dir: string
  readonly #make: CopyRoomParts['make']
  readonly #databases: SiteDatabases
  readonly #report: CopyRoomParts['report']
  #kept: KeptCopy | undefined
  /** Copies are made one after the other, in the same folder. */
  #making: Promise<void> = Promise.resolve()

  constructor(dir: string, { make, databases, report }: CopyRoomParts) {
    this.#dir = dir
    this.#make = make
    this.#databases = databases
    this.#report = report
  }

  /** Begins the copy with this id, or tells how far it is. */
  async ask(id: string): Promise<CopyState> {
    if (this.#kept?.id !== id) {
      await this.#end()
      const kept: KeptCopy = { ...begun, id, parts: new Map() }
      this.#kept = kept
      this.#making = this.#making.then(() => this.#copy(kept)).catch(this.#report)
    }
    this.#renewLease()
    return this.#kept?.state ?? { state: 'copying' }
  }

  /** Ends the copy with this id; does nothing once it is over. */
  async release(id: string): Promise<void> {
    if (this.#kept?.id === id) await this.#end()
  }

  /** A part of a finished copy; undefined for any that it does not have. */
  find(id: unknown, path: string): ReadablePart | undefined {
    if (this.#kept?.id !== id) return undefined
    this.#renewLease()
    return this.#kept?.parts.get(path)
  }

  async #copy(kept: KeptCopy): Promise<void> {
    if (kept.isOver) return
    const target = join(this.#dir, folderName)
    try {
      await rm(target, { recursive: true, force: true })
      await mkdir(target, { mode: 0o700 })
      await purgeReplaced(this.#dir, this.#databases)
      this.#requireRoom()
      const { files, data, release, ...about } = await this.#make(target)
      kept.release = release
      const name = data.slice(target.length + 1)
      await this.#add(kept, name, data, await digestOf(data))
      for (const own of ['config.json', 'site.key']) await this.#add(kept, own, join(this.#dir, own))
      for (const path of files) await this.#add(kept, `files/${path}`, join(this.#dir, 'files', path))
      const parts: CopyPart[] = [...kept.parts].map(([path, { size }]) => ({ path, size }))
      kept.state = { state: 'ready', ...about, data: name, parts }
    } catch (error) {
      this.#report(error)
      kept.state = { state: 'failed', detail: detailOf(error) }
    }
    // It was ended while it was being made.
    if (kept.isOver) await this.#clear(kept)
  }

  async #add(kept: KeptCopy, path: string, file: string, digest?: string): Promise<void> {
    kept.parts.set(path, { file, size: (await stat(file)).size, digest })
  }

  #requireRoom(): void {
    const bytesOf = (name: string) => statSync(join(this.#dir, 'store', name), { throwIfNoEntry: false })?.size ?? 0
    const needed = bytesOf('data.sqlite') + bytesOf('data.sqlite-wal')
    const { free_bytes: free } = roomOf(this.#dir)
    if (free < needed) throw Object.assign(new Error('no room'), { detail: notEnoughRoom(needed, free) })
  }

  async #end(): Promise<void> {
    const kept = this.#kept
    if (!kept) return
    this.#kept = undefined
    kept.isOver = true
    clearTimeout(kept.lease)
    // A copy that is still being made clears up after itself.
    if (kept.state.state !== 'copying') await this.#clear(kept)
  }

  async #clear(kept: KeptCopy): Promise<void> {
    kept.parts.clear()
    await kept.release()
    if (!this.#kept) await rm(join(this.#dir, folderName), { recursive: true, force: true })
  }

  #renewLease(): void {
    const kept = this.#kept
    if (!kept) return
    clearTimeout(kept.lease)
    kept.lease = setTimeout(() => void this.release(kept.id).catch(this.#report), leaseMillis).unref()
  }
}

/** The sentence of a fault that has one. */
function detailOf(error: unknown): Message {
  const { detail, code } = error as { detail?: Message; code?: string }
  if (typeof detail?.text === 'string') return detail
  if (code === 'ENOSPC' || code === 'EDQUOT') return { text: 'There is no space left on the disk.' }
  return { text: 'Something went wrong while the backup was made.' }
}
