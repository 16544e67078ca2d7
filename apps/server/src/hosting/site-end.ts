import type { ChildProcess } from 'node:child_process'
import type { Message } from '@tavla/contract'

/** How the process of a site ended. */
export interface SiteEnd {
  exitCode?: number
  signal?: string
}

/** Time in which the system tells how a process ended whose connection is gone, in milliseconds. */
const patience = 2000

/** `text`, and after it the exit code or the signal where one is known. */
export function withEnd(text: string, end: SiteEnd | undefined): Message {
  if (end?.signal !== undefined) return { prefix: { text }, text: 'Signal: {0}.', args: [end.signal] }
  // As text: a code is no amount.
  if (end?.exitCode !== undefined) return { prefix: { text }, text: 'Exit code: {0}.', args: [String(end.exitCode)] }
  return { text }
}

/** How a process ended or is about to end; undefined when that cannot be told. */
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
    const timer = setTimeout(done, patience)
    child.once('exit', done)
    function done() {
      clearTimeout(timer)
      child.off('exit', done)
      resolve()
    }
  })
}
