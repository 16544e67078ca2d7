import { setTimeout as wait } from 'node:timers/promises'
import { ownerOf } from '../ground/data-lock.ts'

/** Time that the system gets to end a killed process, in milliseconds. */
const patience = 5000
const pollInterval = 20

/** Ends a process that outlived its HQ and still uses a folder that is to be thrown away. */
export async function endOwner(dir: string): Promise<void> {
  const owner = ownerOf(dir)
  if (owner === undefined || owner === process.pid) return
  try {
    process.kill(owner, 'SIGKILL')
  } catch {
    // It has just ended.
  }
  for (const latest = performance.now() + patience; ownerOf(dir) === owner; await wait(pollInterval)) {
    if (performance.now() > latest) return
  }
}
