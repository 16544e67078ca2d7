import type { ChildProcess } from 'node:child_process'
import type { Message } from '@tavla/contract'

/** How the process of a site ended. */
export interface SiteEnd {
  exitCode?: number
  signal?: string
}

/** Time that the system gets to report how a process ended after its connection closed, in milliseconds. */
const exitTimeout = 2000

/** Appends the exit code or the signal to `text` where one is known. */
export function withEnd(text: string, end: SiteEnd | undefined): Message {
  if (end?.signal !== undefined) return { prefix: { text }, text: 'Signal: {0}.', args: [end.signal] }
  // As text, because a code must not be formatted as a number.
  if (end?.exitCode !== undefined) return { prefix: { text }, text: 'Exit code: {0}.', args: [String(end.exitCode)] }
  return { text }
}

/** How a process ended, after a wait for its exit; undefined when that is not known. */
export async function endOf(child: ChildProcess | undefined): Promise<SiteEnd | undefined> {
  if (!child) return undefined
  if (isAlive(child)) await exitOf(child)
  const { exitCode, signalCode } = child
  if (signalCode !== null) return { signal: signalCode }
  return exitCode === null ? undefined : { exitCode }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, exitTimeout)
    child.once('exit', done)
    function done() {
      clearTimeout(timer)
      child.off('exit', done)
      resolve()
    }
  })
}
