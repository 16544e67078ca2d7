import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only its owner may read, with what is missing of the way to it. Node's own `recursive` does not come
 * back where the system says "no such folder" of one whose parent is there, as in /proc or below a mount that is gone.
 * @throws the system's error
 */
export function makePrivateFolder(dir: string): void {
  if (isFolder(dir)) return
  const parent = dirname(dir)
  if (!existsSync(parent)) makePrivateFolder(parent)
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have been quicker.
    if (!isFolder(dir)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
