import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * Marks the data folder as in use by this process, so that no second one writes the same data; returns how to release
 * it. A mark whose process is gone (killed, or its number taken by another since) does not count.
 * @throws StartError while another process uses the folder
 */
export function lockData(dir: string): () => void {
  const path = join(dir, 'tavla.pid')
  const mine = `${process.pid} ${startOf(process.pid)}\n`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 })
      return () => release(path, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(dir, error)
      const pid = ownerOf(dir)
      if (pid !== undefined) throw new StartError(`The data folder ${dir} is in use by another Tavla (process ${pid}).`)
      rmSync(path, { force: true })
    }
  }
  throw new StartError(`The data folder ${dir} is being taken by another Tavla at this moment.`)
}

/** The process that uses the data folder at this moment. */
export function ownerOf(dir: string): number | undefined {
  let text: string
  try {
    text = readFileSync(join(dir, 'tavla.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [number = '', start = ''] = text.trim().split(' ')
  const pid = Number(number)
  return pid > 0 && isAlive(pid) && startOf(pid) === start ? pid : undefined
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

function release(path: string, mine: string): void {
  try {
    if (readFileSync(path, 'utf8') === mine) rmSync(path)
  } catch {
    // The folder is gone; so is the mark.
  }
}

function cannotWrite(dir: string, error: unknown): StartError {
  return new StartError(`The data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
}
