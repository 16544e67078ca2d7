import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lowers the priority of the calling worker thread, so that the main thread runs first. `by` is the niceness, up to 19.
 * On Linux each thread has a priority of its own, set by its thread id.
 */
export function lowerPriority(by = 10): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), by)
  } catch {
    // Without permission to change it, all threads keep the same priority.
  }
}
