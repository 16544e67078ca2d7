import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'

/** The longest socket path that every system accepts, in bytes. */
const maxPathBytes = 100

export type ControlAddress = { path: string } | { host: '127.0.0.1'; port: number }

/**
 * The address at which the site in `dir` opens its control socket: a socket file, or port 0 (any free one) on loopback.
 */
export function newControlAddress(dir: string): ControlAddress {
  const path = socketPath(dir)
  if (path === undefined) return { host: '127.0.0.1', port: 0 }
  // A killed process left this file behind; the data lock proves that no other process uses the folder.
  rmSync(path, { force: true })
  return { path }
}

/** The address of the control socket of the site in `dir`; undefined while there is none. */
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
  return process.platform === 'win32' || Buffer.byteLength(path) > maxPathBytes ? undefined : path
}
