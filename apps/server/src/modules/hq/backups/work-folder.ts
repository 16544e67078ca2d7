import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../../../ground/private-folder.ts'
import type { Hq } from '../hq.ts'

const rootOf = ({ site }: Hq) => join(site.config.dir, 'work')

/** Removes what a killed HQ left of its copies and throw-away sites. */
export async function emptyWork(hq: Hq): Promise<void> {
  const root = rootOf(hq)
  makePrivateFolder(root)
  for (const name of await readdir(root)) await rm(join(root, name), { recursive: true, force: true })
}

/** Runs `work` with an empty folder on HQ's disk, which goes with it. `name` must be unique among those at once. */
export async function inWorkFolder<T>(hq: Hq, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = workFolder(hq, name)
  mkdirSync(folder, { mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where such a folder is, whether it is there or not. */
export function workFolder(hq: Hq, name: string): string {
  makePrivateFolder(rootOf(hq))
  return join(rootOf(hq), name)
}
