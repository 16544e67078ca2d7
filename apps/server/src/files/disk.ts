import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { diskFull } from '@tavla/contract'

/** Makes a folder's entries durable: a rename survives a power cut only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder for syncing and does not need it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Moves a finished, synced file to its final name in one step. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(path.dirname(to))
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true })
}

/** Converts the error of a full disk to a 503; any other error stays unchanged. */
export function diskProblem(error: unknown): unknown {
  return isDiskFull(error) ? diskFull(error) : error
}

/** The disk, or this user's quota on it, is used up. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}
