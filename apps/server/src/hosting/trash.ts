import { existsSync, renameSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../ground/private-folder.ts'

const retentionMillis = 7 * 86_400_000
const folderName = '.trash'

/**
 * Moves a project's folder to the trash beside it, in one step, and tells where it is; does nothing when there is none.
 */
export function moveToTrash(dir: string, id: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const trash = join(dirname(dir), folderName)
  makePrivateFolder(trash)
  let name = `${id}.${Date.now()}`
  for (let n = 1; existsSync(join(trash, name)); n++) name = `${id}.${Date.now() + n}`
  renameSync(dir, join(trash, name))
  return join(trash, name)
}

/** The ids of the projects whose folders are in the trash of `root`. */
export async function idsInTrash(root: string): Promise<string[]> {
  const trash = join(root, folderName)
  if (!existsSync(trash)) return []
  return (await readdir(trash)).flatMap((name) => /^(.+)\.\d+$/.exec(name)?.[1] ?? [])
}

/**
 * Deletes folders that have been in the trash of `root` for longer than seven days (reference: hosting, Project
 * states).
 */
export async function purgeTrash(root: string, now = Date.now()): Promise<void> {
  const trash = join(root, folderName)
  if (!existsSync(trash)) return
  for (const name of await readdir(trash)) {
    const since = Number(/\.(\d+)$/.exec(name)?.[1])
    if (now - since > retentionMillis) await rm(join(trash, name), { recursive: true, force: true })
  }
}
