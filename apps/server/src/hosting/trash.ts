import { existsSync, renameSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { diskUsage } from './disk-usage.ts'
import type { SitePlace, TrashedSite } from './driver.ts'
import { noteDatabase, notedDatabase, type SiteDatabases } from './own-database.ts'
import { purgeFolder, retentionMillis } from './purge-folder.ts'

const folderName = '.trash'
/** The record of the project, as HQ sealed it. */
const recordName = 'project.json'
/** After the id, in the name of a folder that only names a database. */
const noteMark = '.database.'
const named = /^([a-z0-9-]+)\.(\d+)$/

/**
 * Moves a project's folder to the trash beside it, or of `root`, in one step, and tells where it is; does nothing when
 * there is none. `record` goes with it.
 */
export function moveToTrash(
  dir: string,
  id: string,
  { record, root = dirname(dir) }: { record?: string; root?: string } = {},
): string | undefined {
  if (!existsSync(dir)) return undefined
  const trash = join(root, folderName)
  makePrivateFolder(trash)
  if (record !== undefined) writePrivateFile(join(dir, recordName), record)
  let name = `${id}.${Date.now()}`
  for (let n = 1; existsSync(join(trash, name)); n++) name = `${id}.${Date.now() + n}`
  renameSync(dir, join(trash, name))
  return join(trash, name)
}

/** The ids of the projects whose folders are in the trash of `root`. */
export async function idsInTrash(root: string): Promise<string[]> {
  const trash = join(root, folderName)
  if (!existsSync(trash)) return []
  return (await readdir(trash)).flatMap((name) => named.exec(name)?.[1] ?? [])
}

/** The deleted projects in the trash of `root`, newest first; data that a restore replaced is not among them. */
export async function listTrash(root: string): Promise<TrashedSite[]> {
  const trash = join(root, folderName)
  const found: TrashedSite[] = []
  for (const name of existsSync(trash) ? await readdir(trash) : []) {
    const [, id, time] = named.exec(name) ?? []
    if (id === undefined) continue
    const [record, { store_bytes, files_bytes }] = await Promise.all([
      readFile(join(trash, name, recordName), 'utf8').catch(() => undefined),
      diskUsage(join(trash, name)),
    ])
    const removedAt = Number(time)
    found.push({ name, id, removedAt, until: removedAt + retentionMillis, bytes: store_bytes + files_bytes, record })
  }
  return found.toSorted((one, other) => other.removedAt - one.removedAt)
}

/** Moves a folder out of the trash of its root to `dir`, which must not be there. @throws the system's error */
export async function takeFromTrash(dir: string, name: string): Promise<void> {
  const kept = join(dirname(dir), folderName, name)
  if (!named.test(name) || !existsSync(kept)) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
  if (existsSync(dir)) throw Object.assign(new Error('taken'), { code: 'EEXIST' })
  renameSync(kept, dir)
  await rm(join(dir, recordName), { force: true })
}

/** Notes the database of a deleted project whose other data lie elsewhere, so that it goes with the purge. */
export async function leaveDatabase({ dir, id }: SitePlace, database: string): Promise<void> {
  const trash = join(dirname(dir), folderName)
  // A deletion that was broken off noted it too.
  for (const note of await notesOf(trash, id)) {
    if (notedDatabase(note) === database) await rm(note, { recursive: true, force: true })
  }
  const note = join(trash, `${id}${noteMark}${Date.now()}`)
  makePrivateFolder(note)
  noteDatabase(note, database)
}

/** The project is there again, so that no database of it goes with the purge. */
export async function keepDatabases({ dir, id }: SitePlace): Promise<void> {
  for (const note of await notesOf(join(dirname(dir), folderName), id)) await rm(note, { recursive: true, force: true })
}

async function notesOf(trash: string, id: string): Promise<string[]> {
  const names = existsSync(trash) ? await readdir(trash) : []
  return names.filter((name) => name.startsWith(`${id}${noteMark}`)).map((name) => join(trash, name))
}

/**
 * Deletes folders that have been in the trash of `root` for longer than seven days, and their databases on servers
 * (reference: hosting, Trash of projects).
 */
export async function purgeTrash(root: string, databases: SiteDatabases, now = Date.now()): Promise<void> {
  const trash = join(root, folderName)
  if (!existsSync(trash)) return
  for (const name of await readdir(trash)) {
    const age = now - Number(/\.(\d+)$/.exec(name)?.[1])
    await purgeFolder(join(trash, name), { age, others: () => foldersIn(root), databases })
  }
}

/** The projects, and what lies in the trash and beside it. */
async function foldersIn(root: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(root)) {
    const dir = join(root, name)
    if (!name.startsWith('.')) found.push(dir)
    else for (const inner of await readdir(dir).catch(() => [])) found.push(join(dir, inner))
  }
  return found
}
