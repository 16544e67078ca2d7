import { rename, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { lockUnmarked, ownerOf } from '../ground/data-lock.ts'
import { isInUse } from '../ground/start-error.ts'

/** Time that the system gets to end a killed process, in milliseconds. */
const patience = 5000
const pollInterval = 20

/**
 * Removes a folder for good that a process of a killed HQ may use, or may only be about to open. A process writes nothing
 * to a folder before it has its lock: the one that has it is ended, and one that comes later finds the lock taken and then
 * no folder, because the folder moves aside in one step. `meanwhile` runs between, while nobody can open the folder.
 */
export async function removeUsed(dir: string, meanwhile = async (): Promise<void> => undefined): Promise<void> {
  const aside = `${dir}.removed`
  // A kill between the two steps may have left it.
  await rm(aside, { recursive: true, force: true })
  const unlock = await takeFrom(dir)
  try {
    await meanwhile()
    // It may be gone; and some systems move no folder with an open file.
    await rename(dir, aside).catch(() => undefined)
  } finally {
    unlock?.()
  }
  for (const folder of [aside, dir]) await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** Ends whoever uses the folder, and locks it; undefined when it cannot be locked: it is gone, or nothing ends its user. */
async function takeFrom(dir: string): Promise<(() => void) | undefined> {
  for (const latest = performance.now() + patience; ; await wait(pollInterval)) {
    try {
      return lockUnmarked(dir)
    } catch (error) {
      if (!isInUse(error) || performance.now() > latest) return undefined
    }
    endOwner(dir)
  }
}

function endOwner(dir: string): void {
  // A process has the lock a moment before its mark.
  const owner = ownerOf(dir)
  if (owner === undefined || owner === process.pid) return
  try {
    process.kill(owner, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
