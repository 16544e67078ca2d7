import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder that only its owner may read, with its missing parents. Node's own `recursive` never returns when
 * the system says "no such folder" although the parent exists, as in /proc or below a lost mount.
 * @throws the system's error
 */
export function makePrivateFolder(dir: string): void {
  if (isFolder(dir)) return
  const parent = dirname(dir)
  if (!existsSync(parent)) makePrivateFolder(parent)
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(dir)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
