import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sideBySide } from '../ground/side-by-side.ts'
import type { TableSum } from '../store/table-sums.ts'
import { type BackupKey, NotAuthentic } from './backup-key.ts'
import { storeBytes } from './blocks.ts'
import { type AttachedFile, type Manifest, readManifest, writeManifest } from './manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { Objects, storeBlock } from './objects.ts'
import { OwnStoring, type Storing } from './storing.ts'

/** A consistent copy of a site, ready to be stored. */
export interface SiteCopy {
  program: string
  database: Manifest['database']
  /** The copied store file, or the dump of the database. */
  data: string
  /** A dump comes with its sums; those of a copied store file are worked out from it. */
  tables?: readonly TableSum[] | undefined
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

/** Pieces of the work that one thread has side by side. */
const piecesAtOnce = 4
/** Bytes of the store file that make one piece. */
const partBytes = 4 * storeBlock

/**
 * Stores a copy of a site; it counts as a backup once the manifest is written, last. Files of `previous`, the path of
 * an earlier manifest of the same project, are not read again while their objects are there. `helper` takes pieces of
 * the work beside this thread; a block that both come upon at the same moment counts twice in `added`.
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
  const { size } = await stat(copy.data)
  const parts = new Array<readonly string[]>(Math.ceil(size / partBytes))
  const files = new Array<AttachedFile>(copy.files.length)
  let tables = copy.tables ?? []
  let sha256 = ''
  const own = new OwnStoring(objects)
  // The longest piece comes first, and to the helper: it blocks its thread, which here has the others to give away.
  const threads = helper ? [helper, own] : [own]
  await sideBySide(pieces(), piecesAtOnce * threads.length, (piece, lane) =>
    piece(threads[lane % threads.length] ?? own),
  )
  const manifest: Manifest = {
    format: 'tavla-backup',
    version: 1,
    ...about,
    program: copy.program,
    database: copy.database,
    data: { size, sha256, blocks: parts.flat() },
    tables,
    files,
    config: count(await storeBytes(objects, copy.config)),
    site_key: count(await storeBytes(objects, copy.siteKey)),
  }
  return { manifest, path: await writeManifest(store, key, manifest), added }

  function* pieces(): Generator<(thread: Storing) => Promise<void>> {
    if (copy.database === 'sqlite' && !copy.tables) {
      yield async (thread) => {
        tables = await thread.sumTables(copy.data)
      }
    }
    yield async (thread) => {
      sha256 = await thread.sumData(copy.data)
    }
    for (const at of parts.keys()) {
      yield async (thread) => {
        parts[at] = count(await thread.storePart(copy.data, at * partBytes, (at + 1) * partBytes)).blocks
      }
    }
    for (const [at, path] of copy.files.entries()) {
      yield async (thread) => {
        files[at] = await storeAttached(thread, path)
      }
    }
  }

  async function storeAttached(thread: Storing, path: string): Promise<AttachedFile> {
    const file = join(copy.filesFolder, path)
    const before = known.get(path)
    if (before && given) return before
    if (before && (await stat(file)).size === before.size && (await areThere(objects, before))) return before
    return { path, ...count(await thread.storeAttached(file)) }
  }
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
