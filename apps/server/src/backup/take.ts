import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableSum } from '../store/table-sums.ts'
import { type BackupKey, NotAuthentic } from './backup-key.ts'
import { storeBytes, storeFile } from './blocks.ts'
import { type AttachedFile, type Manifest, readManifest, writeManifest } from './manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { fileBlock, Objects, storeBlock } from './objects.ts'

/** A consistent copy of a site, ready to be stored. */
export interface SiteCopy {
  program: string
  database: Manifest['database']
  /** The copied store file, or the dump of the database. */
  data: string
  tables: readonly TableSum[]
  /** Folder of the attached files. */
  filesFolder: string
  /** Every file that a record of the copy names, by its place below that folder. No other content ever has that name. */
  files: readonly string[]
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

/** Files that are read side by side. */
const filesAtOnce = 4

/**
 * Stores a copy of a site; it counts as a backup once the manifest is written, last. Files of `previous`, the path of
 * an earlier manifest of the same project, are not read again while their objects are there.
 * @throws StoreFault, or the system's error when a file cannot be read
 */
export async function takeBackup(
  { store, key }: { store: ObjectStore; key: BackupKey },
  copy: SiteCopy,
  about: Pick<Manifest, 'id' | 'taken_at' | 'project'>,
  previous?: string,
): Promise<TakenBackup> {
  const objects = new Objects(store, key)
  const known = await knownFiles(store, key, previous)
  let added = 0
  const count = <T extends { added: number }>({ added: bytes, ...stored }: T) => {
    added += bytes
    return stored
  }
  const data = count(await storeFile(objects, copy.data, storeBlock))
  const files: AttachedFile[] = []
  for (let at = 0; at < copy.files.length; at += filesAtOnce) {
    const some = copy.files.slice(at, at + filesAtOnce)
    files.push(...(await Promise.all(some.map((path) => storeAttached(path)))))
  }
  const config = count(await storeBytes(objects, copy.config))
  const siteKey = count(await storeBytes(objects, copy.siteKey))
  const manifest: Manifest = {
    format: 'tavla-backup',
    version: 1,
    ...about,
    program: copy.program,
    database: copy.database,
    data,
    tables: copy.tables,
    files,
    config,
    site_key: siteKey,
  }
  return { manifest, path: await writeManifest(store, key, manifest), added }

  async function storeAttached(path: string): Promise<AttachedFile> {
    const file = join(copy.filesFolder, path)
    const before = known.get(path)
    if (before && (await stat(file)).size === before.size && (await areThere(objects, before))) return before
    return { path, ...count(await storeFile(objects, file, fileBlock)) }
  }
}

/** The files of an earlier backup by their places; none when it cannot be read. */
async function knownFiles(
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
