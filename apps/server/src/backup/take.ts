import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableSum } from '../store/table-sums.ts'
import { type BackupKey, NotAuthentic } from './backup-key.ts'
import { type StoredNow, storeBytes, storeFile } from './blocks.ts'
import { type AttachedFile, type Manifest, readManifest, writeManifest } from './manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { fileBlock, Objects, storeBlock } from './objects.ts'

/** A consistent copy of a site, ready to be stored. */
export interface SiteCopy {
  program: string
  database: Manifest['database']
  /** The copied store file, or the dump of the database. */
  data: string
  /** Worked out from the copy, or known from the dump. */
  tables: readonly TableSum[] | (() => readonly TableSum[])
  /** Folder of the attached files. */
  filesFolder: string
  /** Every file that a record of the copy names, by its place below that folder. No other content ever has that name. */
  files: readonly string[]
  /** The files of an earlier backup that are not in the folder: their objects were found in the store. */
  known?: readonly AttachedFile[] | undefined
  config: Buffer
  siteKey: Buffer
}

export interface TakenBackup {
  manifest: Manifest
  /** Path of the manifest in the store. */
  path: string
  /** Bytes that were new in the store, the manifest aside. */
  added: number
}

/** Stores one file, in blocks of so many bytes. */
type Storing = (file: string, blockBytes: number) => Promise<StoredNow>

/** Files that a thread reads side by side. */
const filesAtOnce = 4

/**
 * Stores a copy of a site; it counts as a backup once the manifest is written, last. Files of `previous`, the path of
 * an earlier manifest of the same project, are not read again while their objects are there. `helper` stores files
 * beside this thread; a block that both come upon at the same moment counts twice in `added`.
 * @throws StoreFault, or the system's error when a file cannot be read
 */
export async function takeBackup(
  { store, key }: { store: ObjectStore; key: BackupKey },
  copy: SiteCopy,
  about: Pick<Manifest, 'id' | 'taken_at' | 'project' | 'type'>,
  previous?: string,
  helper?: Storing,
): Promise<TakenBackup> {
  const objects = new Objects(store, key)
  const given = copy.known && new Map(copy.known.map((file) => [file.path, file]))
  const known = given ?? (await filesOf(store, key, previous))
  let added = 0
  const count = <T extends { added: number }>({ added: bytes, ...stored }: T) => {
    added += bytes
    return stored
  }
  const own: Storing = (file, blockBytes) => storeFile(objects, file, blockBytes)
  const files = new Array<AttachedFile>(copy.files.length)
  const left = copy.files.entries()
  let isCut = false
  const data = begun((helper ?? own)(copy.data, storeBlock))
  const helped = begun(helper ? drain(helper) : undefined)
  const tables = typeof copy.tables === 'function' ? copy.tables() : copy.tables
  await drain(own)
  await helped
  const manifest: Manifest = {
    format: 'tavla-backup',
    version: 1,
    ...about,
    program: copy.program,
    database: copy.database,
    data: count(await data),
    tables,
    files,
    config: count(await storeBytes(objects, copy.config)),
    site_key: count(await storeBytes(objects, copy.siteKey)),
  }
  return { manifest, path: await writeManifest(store, key, manifest), added }

  /** Both threads take the next file from the same list. */
  async function drain(storing: Storing): Promise<void> {
    const one = async () => {
      for (const [at, path] of left) {
        if (isCut) return
        files[at] = await storeAttached(storing, path)
      }
    }
    try {
      await Promise.all(Array.from({ length: filesAtOnce }, one))
    } catch (error) {
      isCut = true
      throw error
    }
  }

  async function storeAttached(storing: Storing, path: string): Promise<AttachedFile> {
    const file = join(copy.filesFolder, path)
    const before = known.get(path)
    if (before && given) return before
    if (before && (await stat(file)).size === before.size && (await areThere(objects, before))) return before
    return { path, ...count(await storing(file, fileBlock)) }
  }
}

/** Work that goes on beside; a fault is met by the await of its turn. */
function begun<T>(work: T): T {
  if (work instanceof Promise) work.catch(() => undefined)
  return work
}

/** Finds the files that an earlier backup has, with all of their objects still in the store; `previous` is its path. */
export async function knownFiles(
  { store, key }: { store: ObjectStore; key: BackupKey },
  previous: string | undefined,
  files: readonly { path: string; size: number }[],
): Promise<AttachedFile[]> {
  const objects = new Objects(store, key)
  const earlier = await filesOf(store, key, previous)
  const known: AttachedFile[] = []
  for (const { path, size } of files) {
    const before = earlier.get(path)
    if (before?.size === size && (await areThere(objects, before))) known.push(before)
  }
  return known
}

/** The files of an earlier backup by their places; none when it cannot be read. */
async function filesOf(
  store: ObjectStore,
  key: BackupKey,
  path: string | undefined,
): Promise<ReadonlyMap<string, AttachedFile>> {
  if (path === undefined) return new Map()
  try {
    const manifest = await readManifest(store, key, path)
    return new Map(manifest?.files.map((file) => [file.path, file]))
  } catch (error) {
    if (error instanceof NotAuthentic) return new Map()
    throw error
  }
}

async function areThere(objects: Objects, { blocks }: AttachedFile): Promise<boolean> {
  for (const name of blocks) if (!(await objects.has(name))) return false
  return true
}
