import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '../files/whole-writes.ts'
import type { TableSum } from '../store/table-sums.ts'
import { restoreBytes } from './blocks.ts'
import { filePath, type Manifest, type StoredFile } from './manifest.ts'
import { Objects } from './objects.ts'
import { type BackupPlace, restoredPlaces } from './read-back.ts'
import type { SiteCopy } from './take.ts'
import { BadArchive, readTar } from './tar-read.ts'
import { type TarFile, writeTar } from './tar-write.ts'

/** A file of an archive as its manifest names it. */
interface ArchivedFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256, hex. */
  sha256: string
}

/** The file `manifest.json` of an archive, which stands first in it (docs/backup-format.md, Archive). */
export interface ArchiveManifest {
  format: 'tavla-archive'
  version: 1
  /** UTC, ISO 8601. */
  taken_at: string
  project: Pick<Manifest['project'], 'id' | 'name'>
  /** Version of the program that wrote the data. */
  program: string
  /** Apps of the site. */
  apps: readonly string[]
  database: Manifest['database']
  data: ArchivedFile
  tables: readonly TableSum[]
  files: readonly ArchivedFile[]
}

const manifestName = 'manifest.json'
const versionForm = /^\d+\.\d+\.\d+/
/** Nothing of it steers a terminal. */
const printable = /^\P{Cc}+$/u
/** Bytes of the name of a file, on any system. */
const maxName = 255
/** Bytes. */
const maxManifest = 64 * 1_048_576
const dataNames = { sqlite: 'data.sqlite', postgres: 'data.dump' }

/**
 * A backup as a tar that holds neither key nor configuration, in pieces.
 * @throws ObjectLost, ContentDiffers, StoreFault while it is read
 */
export async function* archiveOf({ store, key }: BackupPlace, manifest: Manifest): AsyncGenerator<Uint8Array> {
  const objects = new Objects(store, key)
  const { taken_at, project, program, database, tables } = manifest
  const { apps } = JSON.parse((await restoreBytes(objects, manifest.config)).toString()) as { apps: string[] }
  const stored = new Map<string, StoredFile>([
    [dataNames[database], manifest.data],
    ...manifest.files.map((file): [string, StoredFile] => [`files/${file.path}`, file]),
  ])
  const [data, ...files] = [...stored].map(([path, { size, sha256 }]) => ({ path, size, sha256 }))
  if (!data) return
  const about: ArchiveManifest = {
    format: 'tavla-archive',
    version: 1,
    taken_at,
    project: { id: project.id, name: project.name },
    program,
    apps,
    database,
    data,
    tables,
    files,
  }
  yield* writeArchive(about, async function* (path) {
    for (const name of stored.get(path)?.blocks ?? []) yield await objects.get(name)
  })
}

/** A copy of a site that no store has, with its apps. */
export interface ArchivedCopy extends Pick<SiteCopy, 'program' | 'database' | 'data' | 'filesFolder' | 'files'> {
  tables: readonly TableSum[]
  apps: readonly string[]
}

/**
 * A copy of a site as such a tar, in pieces.
 * @throws the system's error while it is read
 */
export async function* archiveOfCopy(
  { program, apps, database, data, tables, filesFolder, files }: ArchivedCopy,
  about: Pick<ArchiveManifest, 'taken_at' | 'project'>,
): AsyncGenerator<Uint8Array> {
  const places = new Map([
    [dataNames[database], data],
    ...files.map((path): [string, string] => [`files/${path}`, join(filesFolder, path)]),
  ])
  const archived: ArchivedFile[] = []
  for (const [path, place] of places) archived.push({ path, ...(await digestOf(place)) })
  const [first, ...others] = archived
  if (!first) return
  const head = { format: 'tavla-archive', version: 1, ...about, program, apps, database } as const
  yield* writeArchive({ ...head, data: first, tables, files: others }, (path) =>
    createReadStream(places.get(path) ?? path, { highWaterMark: 1_048_576 }),
  )
}

async function digestOf(file: string): Promise<Pick<ArchivedFile, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** A site as a tar, in pieces; `contentOf` reads a file that the manifest names. */
function writeArchive(
  manifest: ArchiveManifest,
  contentOf: (path: string) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const head = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const first: TarFile = { name: manifestName, size: head.length, content: once(head) }
  const others = [manifest.data, ...manifest.files].map(
    ({ path, size }): TarFile => ({ name: path, size, content: contentOf(path) }),
  )
  return writeTar([first, ...others])
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/**
 * Unpacks an archive into the empty `folder`, with the places of a site. It takes the files that the manifest names,
 * each once and of the size and bytes that it says. `check` may refuse it before the first of them is written.
 * @throws BadArchive, or the system's error
 */
export async function unpackArchive(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  check: (manifest: ArchiveManifest) => void = () => {},
): Promise<ArchiveManifest> {
  let manifest: ArchiveManifest | undefined
  const missing = new Map<string, ArchivedFile>()
  for await (const file of readTar(source)) {
    if (!manifest) {
      manifest = await readManifestOf(file)
      check(manifest)
      for (const one of [manifest.data, ...manifest.files]) missing.set(one.path, one)
      continue
    }
    const wanted = missing.get(file.name)
    if (!wanted) throw new BadArchive(`${file.name} in it is not a file of its manifest, or is there twice`)
    missing.delete(file.name)
    if (file.size !== wanted.size) throw new BadArchive(`${file.name} in it has another size than its manifest says`)
    const place = file.name === manifest.data.path ? restoredPlaces.data[manifest.database] : file.name
    await writeFile(file, wanted, join(folder, place))
  }
  if (!manifest) throw new BadArchive('it is empty')
  const [absent] = missing.keys()
  if (absent !== undefined) throw new BadArchive(`${absent} is missing in it`)
  return manifest
}

async function readManifestOf({ name, size, content }: TarFile): Promise<ArchiveManifest> {
  if (name !== manifestName || size > maxManifest) throw new BadArchive('it does not begin with a manifest')
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  const manifest = parse(Buffer.concat(parts).toString())
  if (!manifest) throw new BadArchive('its manifest is not one of this program')
  return manifest
}

function parse(text: string): ArchiveManifest | undefined {
  let manifest: Partial<ArchiveManifest> | null
  try {
    manifest = JSON.parse(text) as Partial<ArchiveManifest> | null
  } catch {
    return undefined
  }
  const { format, version, database, data, files, project, program, apps, taken_at } = manifest ?? {}
  if (format !== 'tavla-archive' || version !== 1) return undefined
  if (!printable.test(project?.id ?? '') || !printable.test(project?.name ?? '')) return undefined
  if ((database !== 'sqlite' && database !== 'postgres') || !versionForm.test(String(program))) return undefined
  if (typeof taken_at !== 'string' || Number.isNaN(Date.parse(taken_at))) return undefined
  if (!Array.isArray(apps) || !apps.includes('platform') || !apps.every((app) => typeof app === 'string')) {
    return undefined
  }
  if (!isArchived(data) || data.path !== dataNames[database] || !Array.isArray(files)) return undefined
  const paths = new Set(files.map((file: unknown) => (isArchived(file) ? file.path : '')))
  const areSafe = [...paths].every((path) => path.startsWith('files/') && filePath.test(path.slice('files/'.length)))
  return areSafe && paths.size === files.length ? (manifest as ArchiveManifest) : undefined
}

function isArchived(file: unknown): file is ArchivedFile {
  const { path, size, sha256 } = (file ?? {}) as Partial<Record<keyof ArchivedFile, unknown>>
  if (typeof path !== 'string' || Buffer.byteLength(basename(path)) > maxName) return false
  return Number.isSafeInteger(size) && Number(size) >= 0 && typeof sha256 === 'string'
}

async function writeFile({ name, content }: TarFile, { sha256 }: ArchivedFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const handle = await open(target, 'wx', 0o600)
  const hash = createHash('sha256')
  let at = 0
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await writeWhole(handle, chunk, at)
      at += chunk.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') !== sha256) throw new BadArchive(`${name} in it has other bytes than its manifest says`)
}
