import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskRoom } from '@tavla/contract'
import { roomOf } from '../ground/disk-room.ts'

const mebibyte = 1_048_576
/** Interval between two checks of the disk. Milliseconds. */
const checkInterval = 5000
const checkIntervalWhileFull = 100

/**
 * Reserves a few megabytes of the site's disk and releases them when the disk is full, so that an administrator can
 * sign in and delete. From then on all other writes are refused until there is space for the reserve again.
 */
export class DiskReserve {
  readonly #folder: string
  readonly #file: string
  /** Size of the reserve in bytes; 0 means none. */
  readonly #size: number
  /** With less free space than this the disk counts as full. Bytes. */
  readonly #minFree: number
  readonly #listener: (isFull: boolean) => void
  #isFull = false
  #checkedAt = 0
  #creation: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** `listener` is called when the disk becomes full, and when it has space again. */
  constructor(folder: string, keepsReserve: boolean, listener: (isFull: boolean) => void) {
    this.#folder = folder
    this.#file = join(folder, 'disk-reserve')
    this.#listener = listener
    const size = Math.min(4 * mebibyte, Math.max(mebibyte, Math.floor(this.room().total_bytes / 16)))
    this.#size = keepsReserve ? size : 0
    this.#minFree = size / 4
  }

  /**
   * Creates the reserve if there is space for it, and starts to check the disk. A start on a full disk releases the
   * reserve.
   */
  start(): void {
    this.#isFull = this.room().free_bytes < this.#minFree
    if (this.#isFull) this.release()
    else this.#startCreation()
    this.#timer = setInterval(() => this.#check(), checkInterval).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#creation
  }

  /** Whether writes must be refused now; while the disk is full, it is checked again before the answer. */
  get isFull(): boolean {
    if (this.#isFull && performance.now() - this.#checkedAt > checkIntervalWhileFull) this.#check()
    return this.#isFull
  }

  /**
   * Called when a write found the disk full. A write that was merely larger than the free space does not make the disk
   * full for other writes.
   */
  noteFull(): void {
    if (!this.#isFull && !this.#hasRoom()) this.#change(true)
  }

  /** Releases the reserve; returns false when there was none. */
  release(): boolean {
    if (!existsSync(this.#file)) return false
    rmSync(this.#file, { force: true })
    if (!this.#isFull) this.#change(true)
    return true
  }

  /** Whether `bytes` more would leave the minimum of free space. */
  hasRoomFor(bytes: number): boolean {
    return !this.isFull && this.room().free_bytes - bytes >= this.#minFree
  }

  room(): DiskRoom {
    return roomOf(this.#folder)
  }

  #check(): void {
    this.#checkedAt = performance.now()
    try {
      if (this.#isFull && this.#hasRoom()) this.#change(false)
      else if (!this.#isFull && this.room().free_bytes < this.#minFree) this.#change(true)
    } catch {
      // The folder is missing, as a volume can be for a moment. An error in a timer would end the process; the next check
      // tries again.
    }
    if (!this.#isFull) this.#startCreation()
  }

  #startCreation(): void {
    this.#creation ??= this.#create().finally(() => {
      this.#creation = undefined
    })
  }

  #hasRoom(): boolean {
    const missing = existsSync(this.#file) ? 0 : this.#size
    return this.room().free_bytes >= missing + 2 * this.#minFree
  }

  #change(isFull: boolean): void {
    this.#isFull = isFull
    this.#listener(isFull)
  }

  /** Writes random bytes, which no file system can skip or compress. */
  async #create(): Promise<void> {
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
      // Other writes took the space; the next check tries again.
      await rm(unfinished, { force: true }).catch(() => {})
    }
  }
}
