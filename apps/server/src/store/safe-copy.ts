import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Lets `write` create a file beside `path`, then moves it into place complete and synced to disk, or not at all. */
export async function copyDurably(path: string, write: (unfinished: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    await create(unfinished)
    await write(unfinished)
    await sync(unfinished)
    await rename(unfinished, path)
    // Windows cannot sync a folder.
    if (process.platform !== 'win32') await sync(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

// Created first, so that the copy is as private as the original.
async function create(path: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  await handle.close()
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
