import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/**
 * Gives the site the first core and this process, with all of its threads, the others, so that the client takes
 * nothing from the site. Linux with two cores or more; elsewhere it does nothing. Undo it with the returned function.
 */
export function partCores(sitePid: number): () => void {
  if (process.platform !== 'linux' || cores < 2) return () => {}
  pin(sitePid, '0')
  pin(process.pid, `1-${cores - 1}`)
  return () => pin(process.pid, `0-${cores - 1}`)
}

function pin(pid: number, list: string): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(pid)], { stdio: 'ignore' })
  } catch {
    // Without the command, both share all cores.
  }
}
