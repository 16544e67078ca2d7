import { spawn } from 'node:child_process'
import { environment, nodeArguments, tavla } from './local.ts'
import { endOf } from './site-end.ts'
import { whyEnded, withStartWords } from './start-words.ts'

/** The order that the command reads on its standard input (reference: hosting, Clone). */
export interface SettleOrder {
  mask: boolean
  keepSignIn: boolean
  adminPassword: string
  /** Names of fields that are personal by now, by their entities; the copy may be older. */
  personal?: Readonly<Record<string, readonly string[]>> | undefined
}

/**
 * Makes a clone of the copy of a site in `dir`, in a process of its own that `signal` ends: a large site takes minutes.
 * @throws HostingFault with the program's own sentence
 */
export async function settleCloneIn(dir: string, order: SettleOrder, signal: AbortSignal): Promise<void> {
  const child = withStartWords(dir, (words) =>
    spawn(process.execPath, [...nodeArguments, tavla, 'settle-clone', dir], {
      cwd: dir,
      signal,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'ignore', words],
      env: environment(),
    }),
  )
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // A process that has ended reads nothing any more; its exit code says why.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(JSON.stringify(order))
  await gone
  signal.throwIfAborted()
  if (child.exitCode !== 0) throw await whyEnded(dir, await endOf(child))
}
