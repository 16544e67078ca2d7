import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long logs are kept, and how many bytes of them in total; 0 means no limit. */
export interface LogLimits {
  millis: number
  bytes: number
}

/** Number of old copies of each log beside the current file. */
export const oldCopies = 5

const oldCopy = /\.log\.\d+$/

/** Deletes expired old copies of logs in `folder`, then the oldest ones until the rest fits. */
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

/** When the log was started, in milliseconds; undefined when it does not exist or its disk does not record that. */
export function logStartOf(folder: string, name: string): number | undefined {
  const found = statSync(join(folder, name), { throwIfNoEntry: false })
  return found && found.size > 0 && found.birthtimeMs > 0 ? found.birthtimeMs : undefined
}

/** Renames the log to its newest old copy and drops the oldest. The log must not be open. */
export function rotateLog(folder: string, name: string): void {
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
