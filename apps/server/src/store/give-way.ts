import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** In a worker thread: the main thread goes first. On Linux every thread has a priority of its own, found by its number. */
export function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {
    // Without the right to change it, all threads stay equal.
  }
}
