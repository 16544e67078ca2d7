import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { onSignals, type Signal } from './signals.ts'

/** The project's root folder, where every tool runs. */
export const root = path.resolve(import.meta.dirname, '..')

export interface Command {
  command: string
  args: readonly string[]
}

/** Runs a tool of `node_modules/.bin` (`node` is the pinned one) on this terminal; resolves with its exit code. */
export async function runTool(
  command: string,
  args: readonly string[],
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<number> {
  // While this process is ending, no further step may start.
  if (endingSince !== undefined) return new Promise(() => {})
  return ended(start(command, args, extraEnv))
}

/** As `runTool`, but prints what the tool prints only when it has ended, for a tool that runs beside another one. */
export async function runToolQuietly(...[command, args, extraEnv]: Parameters<typeof runTool>): Promise<number> {
  if (endingSince !== undefined) return new Promise(() => {})
  const child = start(command, args, extraEnv, ['ignore', 'pipe', 'inherit'])
  const printed: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk))
  const code = await ended(child)
  process.stdout.write(Buffer.concat(printed))
  return code
}

/** Runs several commands until the first ends, then ends the others; resolves with the first one's exit code. */
export async function runTogether(all: readonly Command[]): Promise<number> {
  const started = all.map(({ command, args }) => start(command, args))
  const code = await Promise.race(started.map(ended))
  for (const child of started) child.kill('SIGTERM')
  await Promise.all(started.map(ended))
  return code
}

/**
 * Forwards SIGTERM, SIGINT and SIGHUP to the children, and exits when they have ended. Returns a function
 * that stops this.
 */
export function handOnSignals(): () => void {
  return onSignals(end)
}

/** Starts a tool; it ends with this process at the latest. */
export function start(
  command: string,
  args: readonly string[],
  extraEnv: Readonly<Record<string, string>> = {},
  stdio: 'inherit' | ['ignore', 'pipe', 'inherit'] = 'inherit',
): ChildProcess {
  const file = command === 'node' ? process.execPath : command
  // Windows starts the tools of node_modules/.bin through a shell only.
  const shell = process.platform === 'win32' && command !== 'node'
  const child = spawn(file, args, { cwd: root, stdio, shell, env: { ...environment(), ...extraEnv } })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Resolves with the exit code of a child, as a shell would report it. */
export function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    const settle = (code: number | null, signal: string | null) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    if (child.exitCode !== null || child.signalCode !== null) settle(child.exitCode, child.signalCode)
    else child.once('close', settle)
  })
}

function environment(): Record<string, string> {
  const bin = path.join(root, 'node_modules/.bin')
  return { ...(process.env as Record<string, string>), PATH: [bin, process.env.PATH].join(path.delimiter) }
}

const running = new Set<ChildProcess>()
const patience = 10_000

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Waits for the children to end, then exits; after ten seconds, or at a second signal a moment later, at once. */
function end(signal: Signal, code: number): void {
  if (running.size === 0) process.exit(code)
  const now = performance.now()
  if (endingSince === undefined) {
    endingSince = now
    // The terminal has already sent its interrupt to the whole process group, and many tools take a second
    // one as "at once".
    if (signal === 'SIGTERM' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
    setInterval(() => running.size === 0 && process.exit(code), 50)
    setTimeout(() => process.exit(code), patience)
  } else if (now - endingSince > 1000) process.exit(code)
}

let endingSince: number | undefined
