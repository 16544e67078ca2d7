import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@tavla/contract'

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

/** Puts a finished, synced file under its real name in one step. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(path.dirname(to))
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true })
}

/** A full disk becomes a plain 503; any other error stays what it is. */
export function diskProblem(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  const detail = { text: 'There is no space left for files on this server.' }
  return new Problem(503, 'Unavailable', 'Service Unavailable', detail, { cause: error })
}
