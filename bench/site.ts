import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { password } from './data.ts'

/** The command of the product. */
export const tavla = path.resolve(import.meta.dirname, '../apps/server/bin/tavla.mjs')

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A real site in a process of its own. */
export interface RunningSite {
  pid: number
  port: number
  dir: string
  /** Time from spawning the process to its line `Ready`, in milliseconds. */
  readyAfter: number
  stop(): Promise<void>
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
}

export interface StartOptions {
  sample?: boolean
  /** HQ, without its demo project. */
  hq?: boolean
  /** Arguments for Node itself. */
  nodeArgs?: readonly string[]
}

/** @throws Error when the site ends before it is ready */
export async function startSite(
  dir: string,
  { sample = false, hq = false, nodeArgs = [] }: StartOptions = {},
): Promise<RunningSite> {
  const command = hq ? ['start', '--no-demo', '--data', dir] : ['site', dir, ...(sample ? ['--sample'] : [])]
  const args = [...command, '--port', '0', '--rate-limit', '0']
  const started = performance.now()
  // With the Node options of the first line of bin/tavla.mjs and of the scripts.
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...nodeArgs, tavla, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ADMIN_PASSWORD: password, DEMO_PASSWORD: password },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const port = await readyPort(child)
  const readyAfter = performance.now() - started
  return {
    pid: child.pid as number,
    port,
    dir,
    readyAfter,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!running.has(child)) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
}

/** Signs a person in. Resolves to the Cookie header. */
export async function signIn({ port }: RunningSite, user = 'Administrator'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  })
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`)
  return String(response.headers.getSetCookie()[0]).split(';', 1)[0] as string
}

/** Resident memory of a process in MiB; `Pss` divides shared memory among its processes. Linux only. */
export function memoryOf(pid: number, kind: 'Rss' | 'Pss'): number | undefined {
  try {
    const [, kib] =
      new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return kib === undefined ? undefined : Number(kib) / 1024
  } catch {
    return undefined
  }
}

/** CPU time of a process in microseconds, rounded to 10,000. Linux only. */
export function cpuOf(pid: number): number {
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = afterName.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN
  }
}

function readyPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`The site ended with code ${code} before it was ready`)))
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const ready = /^Ready http:\/\/[^:]+:(\d+)$/m.exec(text)
      if (ready) resolve(Number(ready[1]))
    })
  })
}
