import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const sharedMemory = '/dev/shm'
const neededBytes = 2 ** 31

/**
 * True if Linux's file system in memory has 2 GiB to spare. The disk costs tests a fifth of their CPU time, and makes them wait. A
 * container often has 64 MB of shared memory.
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

/** The folder of a test run's temporary files: in memory if there is room, else the system's own folder. */
export function temporaryRoot(): string {
  return hasMemoryToSpare() ? sharedMemory : tmpdir()
}

/**
 * Moves the temporary files of this process and its children into memory, if there is room.
 * @returns a function that deletes the files and restores the setting
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
