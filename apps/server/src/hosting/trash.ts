import { existsSync, renameSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { diskUsage } from './disk-usage.ts'
import type { TrashedSite } from './driver.ts'
import { databaseOf, notedDatabase, type SiteDatabases } from './own-database.ts'

const retentionMillis = 7 * 86_400_000
/** How long a database server that does not answer keeps a folder. */
const patienceMillis = 30 * 86_400_000
const folderName = '.trash'
/** The record of the project, as HQ sealed it. */
const recordName = 'project.json'
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

/**
 * Deletes folders that have been in the trash of `root` for longer than seven days, and their databases on servers
 * (reference: hosting, Trash of projects). A folder whose server does not answer waits for the next time, for a month.
 */
export async function purgeTrash(root: string, databases: SiteDatabases, now = Date.now()): Promise<void> {
  const trash = join(root, folderName)
  if (!existsSync(trash)) return
  for (const name of await readdir(trash)) {
    const age = now - Number(/\.(\d+)$/.exec(name)?.[1])
    if (!(age > retentionMillis)) continue
    const folder = join(trash, name)
    const isDropped = await dropDatabaseOf(folder, root, databases).then(
      () => true,
      () => false,
    )
    if (isDropped || age > patienceMillis) await rm(folder, { recursive: true, force: true })
  }
}

/** Another folder may name the same database: it was brought back by hand, or is a restore that was taken back by hand. */
async function dropDatabaseOf(folder: string, root: string, databases: SiteDatabases): Promise<void> {
  const own = notedDatabase(folder) ?? databaseOf(folder)
  if (own === undefined) return
  const others = (await foldersIn(root)).filter((other) => other !== folder)
  const isNamed = others.flatMap((dir) => [notedDatabase(dir), databaseOf(dir)]).some((one) => one && isSame(one, own))
  if (!isNamed) await databases.drop(own, { force: false })
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

/** By the name alone: a server has many addresses, and a database too many does less harm than one too few. */
function isSame(one: string, other: string): boolean {
  try {
    return new URL(one).pathname === new URL(other).pathname
  } catch {
    return true
  }
}
