import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskRoom } from '@tavla/contract'
import { roomOf } from '../ground/disk-room.ts'

const mebibyte = 1_048_576
/** Milliseconds. */
const lookEvery = 5000
const lookWhileFull = 100

/**
 * Keeps a few megabytes of the site's disk, which are given up when the disk is full, so that an administrator can sign
 * in and delete. From then on everything else is to be refused until there is room for the reserve again.
 */
export class DiskReserve {
  readonly #folder: string
  readonly #file: string
  /** Bytes; 0 keeps none. */
  readonly #size: number
  /** With less room than this the disk counts as full. Bytes. */
  readonly #least: number
  readonly #hear: (isFull: boolean) => void
  #isFull = false
  #lookedAt = 0
  #making: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** `hear` is told whenever the disk becomes full, and when it has room again. */
  constructor(folder: string, keepsReserve: boolean, hear: (isFull: boolean) => void) {
    this.#folder = folder
    this.#file = join(folder, 'disk-reserve')
    this.#hear = hear
    const size = Math.min(4 * mebibyte, Math.max(mebibyte, Math.floor(this.room().total_bytes / 16)))
    this.#size = keepsReserve ? size : 0
    this.#least = size / 4
  }

  /** Makes the reserve if there is room for it, and looks at the disk from now on. A start on a full disk gives it up. */
  start(): void {
    this.#isFull = this.room().free_bytes < this.#least
    if (this.#isFull) this.release()
    else this.#makeSoon()
    this.#timer = setInterval(() => this.#look(), lookEvery).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#making
  }

  /** Whether writes are to be refused now; while they are, it looks again before it answers. */
  get isFull(): boolean {
    if (this.#isFull && performance.now() - this.#lookedAt > lookWhileFull) this.#look()
    return this.#isFull
  }

  /** A write has met the end of the disk. One that wanted more than is left does not make the disk full for the others. */
  noteFull(): void {
    if (!this.#isFull && !this.#hasRoom()) this.#change(true)
  }

  /** Gives the reserve up; false when there was none. */
  release(): boolean {
    if (!existsSync(this.#file)) return false
    rmSync(this.#file, { force: true })
    if (!this.#isFull) this.#change(true)
    return true
  }

  /** Whether so many bytes more would leave the least that is to stay free. */
  hasRoomFor(bytes: number): boolean {
    return !this.isFull && this.room().free_bytes - bytes >= this.#least
  }

  room(): DiskRoom {
    return roomOf(this.#folder)
  }

  #look(): void {
    this.#lookedAt = performance.now()
    try {
      if (this.#isFull && this.#hasRoom()) this.#change(false)
      else if (!this.#isFull && this.room().free_bytes < this.#least) this.#change(true)
    } catch {
      // The folder is away, as a volume can be for a moment. Nobody could catch the error of a timer; the next look tries again.
    }
    if (!this.#isFull) this.#makeSoon()
  }

  #makeSoon(): void {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
  }

  #hasRoom(): boolean {
    const missing = existsSync(this.#file) ? 0 : this.#size
    return this.room().free_bytes >= missing + 2 * this.#least
  }

  #change(isFull: boolean): void {
    this.#isFull = isFull
    this.#hear(isFull)
  }

  /** Of bytes that no file system can leave out or pack. */
  async #make(): Promise<void> {
    const unfinished = `${this.#file}.part`
    try {
      if (this.#size === 0 || existsSync(this.#file) || !this.#hasRoom()) return
      const handle = await open(unfinished, 'w', 0o600)
      try {
        const piece = Buffer.alloc(mebibyte / 4)
        for (let left = this.#size; left > 0; left -= piece.length) await handle.writeFile(randomFillSync(piece))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(unfinished, this.#file)
    } catch {
      // Somebody else took the room; the next look tries again.
      await rm(unfinished, { force: true }).catch(() => {})
    }
  }
}
