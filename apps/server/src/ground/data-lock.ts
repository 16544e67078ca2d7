import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inUse, StartError } from './start-error.ts'

/** Third word of a mark whose process also held the lock of the system. */
const locked = 'locked'

/**
 * Locks the data folder for this process, so that no second one writes the same data; returns a function that releases
 * it. The system holds the lock, on a file of the folder, and releases it when the process ends in any way; it also
 * works between containers that share a volume. The mark beside it only tells others the process id.
 * @throws StartError while another process uses the folder
 */
export function lockData(dir: string): () => void {
  const unlock = takeLock(dir)
  try {
    // A process of an earlier version has only a mark.
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

/**
 * Locks a data folder as `lockData` does, without a mark: whoever looks for the site's process must not find the caller's.
 * @throws StartError while another process uses the folder
 */
export function lockUnmarked(dir: string): () => void {
  if (ownerOf(dir) !== undefined) throw refuse(dir)
  return takeLock(dir)
}

/** Id of the process that uses the data folder now, if it can be seen from here. */
export function ownerOf(dir: string): number | undefined {
  const mark = readMark(dir)
  return mark && isAlive(mark.pid) && startOf(mark.pid) === mark.start ? mark.pid : undefined
}

/** Locks through SQLite, whose file locks work on every system; the database stays empty. */
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

// Never opens an existing file: closing it would release a lock that this process holds on it.
function makeLockFile(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

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

/** Writes it in one step, because other processes read it at any moment. */
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

/** When the process started, in the system's own unit; `-` when the system does not tell, or when the process has ended. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces; the state is the first value after it, the start the 20th.
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // An ended process keeps its id until its parent reaps it, which may be never.
    return values[0] === 'Z' || values[0] === 'X' ? '-' : (values[19] ?? '-')
  } catch {
    return '-'
  }
}

function cannotWrite(dir: string, error: unknown): StartError {
  return new StartError(`The data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
}
