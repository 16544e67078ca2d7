import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const sharedMemory = '/dev/shm'
const neededBytes = 2 ** 31

/**
 * Whether Linux's file system in memory has 2 GiB to spare. The disk costs tests a fifth of their CPU time and makes them
 * wait for it. A container often has 64 MB of shared memory.
 */
export function hasMemoryToSpare(): boolean {
  try {
    accessSync(sharedMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes
  } catch {
    return false
  }
}

/** Where a test run puts its temporary files: memory, where there is room, else the system's own folder. */
export function temporaryRoot(): string {
  return hasMemoryToSpare() ? sharedMemory : tmpdir()
}

/**
 * Lets this process and those that it starts put their temporary files into memory, where there is room.
 * @returns what removes the files and ends that
 */
export default function useMemoryFolder(): () => void {
  const before = process.env.TMPDIR
  if (before?.startsWith(sharedMemory) || !hasMemoryToSpare()) return () => {}
  const folder = mkdtempSync(path.join(sharedMemory, 'tavla-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  process.env.TMPDIR = folder
  return () => {
    process.off('exit', remove)
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    remove()
  }
}
