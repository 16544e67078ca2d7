import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'

/** Longest path that every system takes for a socket. */
const longestPath = 100

export type ControlAddress = { path: string } | { host: '127.0.0.1'; port: number }

/** Where the site in `dir` is to open its control socket: a socket file, or where that can't be, a free loopback port. */
export function newControlAddress(dir: string): ControlAddress {
  const path = socketPath(dir)
  if (path === undefined) return { host: '127.0.0.1', port: 0 }
  // Left behind by a process that was killed; the data lock says that this one alone is at work here.
  rmSync(path, { force: true })
  return { path }
}

/** Where it is; undefined while there is none. */
export function controlAddressOf(dir: string): ControlAddress | undefined {
  const path = socketPath(dir)
  if (path !== undefined) return { path }
  try {
    const port = Number(readFileSync(portFile(dir), 'utf8'))
    return port > 0 && port < 65_536 ? { host: '127.0.0.1', port } : undefined
  } catch {
    return undefined
  }
}

export function notePort(dir: string, port: number): void {
  writePrivateFile(portFile(dir), String(port))
}

export function forgetPort(dir: string): void {
  rmSync(portFile(dir), { force: true })
}

const portFile = (dir: string) => join(dir, 'control.port')

function socketPath(dir: string): string | undefined {
  const path = join(dir, 'control.sock')
  return process.platform === 'win32' || Buffer.byteLength(path) > longestPath ? undefined : path
}
