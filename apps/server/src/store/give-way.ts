import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * In a worker thread: the main thread goes first, the more so the larger `by` is (up to 19). On Linux every thread has a
 * priority of its own, found by its number.
 */
export function giveWay(by = 10): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), by)
  } catch {
    // Without the right to change it, all threads stay equal.
  }
}
