import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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

/**
 * Makes the folder for the temporary files of a test run: in memory where there is room, else in the system's own
 * temporary folder. Removes those of runs that were killed.
 */
export function makeRunFolder(): string {
  const root = hasMemoryToSpare() ? sharedMemory : tmpdir()
  for (const name of readdirSync(root)) {
    const pid = /^tavla-run-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(path.join(root, name), { recursive: true, force: true })
  }
  return mkdtempSync(path.join(root, `tavla-run-${process.pid}-`))
}

/**
 * Lets this process and those that it starts put their temporary files into memory, where there is room.
 * @returns a function that removes the files and ends that
 */
export default function useMemoryFolder(): () => void {
  const before = process.env.TMPDIR
  if (before?.startsWith(sharedMemory) || !hasMemoryToSpare()) return () => {}
  const folder = makeRunFolder()
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is running too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
