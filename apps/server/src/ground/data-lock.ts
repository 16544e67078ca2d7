import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inUse, StartError } from './start-error.ts'

/** Third word of a mark whose process held the lock of the system, too. */
const locked = 'locked'

/**
 * Takes the data folder for this process, so that no second one writes the same data; returns how to release it. The
 * system keeps the lock, on a file of the folder, and gives it free with the end of the process however that comes: it
 * holds between containers that share a volume, too. The mark beside it only tells others which process it is.
 * @throws StartError while another process uses the folder
 */
export function lockData(dir: string): () => void {
  const unlock = takeLock(dir)
  try {
    // A process of an earlier version has a mark alone.
    if (!readMark(dir)?.isLocked && ownerOf(dir) !== undefined) throw refuse(dir)
    writeMark(dir)
  } catch (error) {
    unlock()
    throw error
  }
  return () => {
    rmSync(join(dir, 'tavla.pid'), { force: true })
    unlock()
  }
}

/** The process that uses the data folder at this moment, as far as it can be seen from here. */
export function ownerOf(dir: string): number | undefined {
  const mark = readMark(dir)
  return mark && isAlive(mark.pid) && startOf(mark.pid) === mark.start ? mark.pid : undefined
}

/** SQLite's way to lock a file is known to hold on every system, and this one stays empty. */
function takeLock(dir: string): () => void {
  const path = join(dir, 'tavla.lock')
  let lock: DatabaseSync | undefined
  try {
    makeLockFile(path)
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === busy) throw refuse(dir)
    throw cannotWrite(dir, error)
  }
  const held = lock
  return () => held.close()
}

// Never opened where it is there already: to close it again would give up a lock that this process holds on it.
function makeLockFile(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** SQLITE_BUSY */
const busy = 5

function readMark(dir: string): { pid: number; start: string; isLocked: boolean } | undefined {
  let text: string
  try {
    text = readFileSync(join(dir, 'tavla.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [number = '', start = '', word] = text.trim().split(' ')
  const pid = Number(number)
  return pid > 0 ? { pid, start, isLocked: word === locked } : undefined
}

/** Whole or not at all: others read it at any moment. */
function writeMark(dir: string): void {
  const path = join(dir, 'tavla.pid')
  try {
    writeFileSync(`${path}.tmp`, `${process.pid} ${startOf(process.pid)} ${locked}\n`, { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  } catch (error) {
    throw cannotWrite(dir, error)
  }
}

function refuse(dir: string): StartError {
  const pid = ownerOf(dir)
  return inUse(`${pid === undefined ? 'It' : `Process ${pid}`} has the data folder ${dir} open.`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When the process began, in the system's own count; `-` where the system does not say, or when it has ended. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold blanks; the state is the first value after it, the start the 20th.
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // One that ended keeps its number until its parent takes notice, which may be never.
    return values[0] === 'Z' || values[0] === 'X' ? '-' : (values[19] ?? '-')
  } catch {
    return '-'
  }
}

function cannotWrite(dir: string, error: unknown): StartError {
  return new StartError(`The data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
}
