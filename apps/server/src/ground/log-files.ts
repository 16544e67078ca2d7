import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long logs are kept, and how many bytes of them in total; 0 is for ever, or as many as there are. */
export interface LogLimits {
  millis: number
  bytes: number
}

/** Old copies of each log beside the one that is written. */
export const oldCopies = 5

const oldCopy = /\.log\.\d+$/

/** Deletes old copies of logs in `folder` that are past their time, then the oldest ones until the rest fits. */
export function trimLogs(folder: string, { millis, bytes }: LogLimits, now = Date.now()): void {
  const files = filesIn(folder)
  let total = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size, changed } of files.filter(({ path }) => oldCopy.test(path))) {
    const isPast = millis > 0 && now - changed > millis
    if (!isPast && (bytes === 0 || total <= bytes)) continue
    rmSync(path, { force: true })
    total -= size
  }
}

/** When the log was begun, in milliseconds; undefined for one that is not there, or whose disk does not tell. */
export function beginOf(folder: string, name: string): number | undefined {
  const found = statSync(join(folder, name), { throwIfNoEntry: false })
  return found && found.size > 0 && found.birthtimeMs > 0 ? found.birthtimeMs : undefined
}

/** Makes the log its newest old copy; the oldest goes. Nobody may have it open. */
export function turnLog(folder: string, name: string): void {
  const path = join(folder, name)
  if (!existsSync(path)) return
  for (let at = oldCopies; at > 1; at--) {
    if (existsSync(`${path}.${at - 1}`)) renameSync(`${path}.${at - 1}`, `${path}.${at}`)
  }
  renameSync(path, `${path}.1`)
}

/** Oldest first. */
function filesIn(folder: string) {
  if (!existsSync(folder)) return []
  const found = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? [{ path, size: stat.size, changed: stat.mtimeMs }] : []
  })
  return found.sort((one, other) => one.changed - other.changed)
}
