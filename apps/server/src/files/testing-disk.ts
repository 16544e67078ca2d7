import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system that is small enough to be filled. */
export interface SmallDisk {
  folder: string
  /** Fills it, except for about `left` bytes (whole pages of 4096). */
  fill(left: number): void
  /** Removes what `fill` wrote. */
  makeRoom(): void
  remove(): void
}

/** Mounts a small disk of `bytes`; undefined where this user may not mount. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(left) {
      const handle = openSync(filler, 'a')
      const page = Buffer.alloc(4096, 1)
      try {
        while (freeBytes(folder) > left) writeSync(handle, page)
      } finally {
        closeSync(handle)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
