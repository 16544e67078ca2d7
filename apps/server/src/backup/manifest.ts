import type { TableSum } from '../store/table-sums.ts'
import { type BackupKey, NotAuthentic } from './backup-key.ts'
import type { ObjectStore } from './object-store.ts'

/** A file as its blocks, in order. */
export interface StoredFile {
  /** Bytes. */
  size: number
  /** SHA-256 of the whole content, hex. */
  sha256: string
  blocks: readonly string[]
}

/** An attached file; `path` is its place below the folder `files` of the site. */
export interface AttachedFile extends StoredFile {
  path: string
}

/** All that one backup consists of (docs/backup-format.md, Manifest). */
export interface Manifest {
  format: 'tavla-backup'
  version: 1
  /** Id of the backup. */
  id: string
  /** UTC, ISO 8601. */
  taken_at: string
  project: { uid: string; id: string; name: string }
  /** The type of its Backup record; manifests of older versions have none. */
  type?: string
  /** Version of the program that wrote the data. */
  program: string
  database: 'sqlite' | 'postgres'
  /** The store file, or the dump of the database. */
  data: StoredFile
  tables: readonly TableSum[]
  files: readonly AttachedFile[]
  config: StoredFile
  site_key: StoredFile
}

/** A manifest of a store, by its path. */
export interface ManifestPlace {
  path: string
  /** Permanent id of the project. */
  project: string
  /** UTC, as the path has it. */
  takenAt: string
  id: string
}

const folder = 'backups/'
const maxBytes = 512 * 1_048_576
/** Where an attached file may stand: nothing in a manifest leads out of the folder of files. */
export const filePath = /^(public|private)\/(?!\.)[^/\\\0]+$/
const place = /^backups\/([^/]+)\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-([^/]+)$/

/** The path of a manifest within its store; it sorts by time. */
export const manifestPath = ({ project, taken_at, id }: Pick<Manifest, 'project' | 'taken_at' | 'id'>): string =>
  `${folder}${project.uid}/${taken_at.slice(0, 19).replaceAll(':', '-')}-${id}`

/** Writes the manifest, which makes its backup count. Call it last. @throws StoreFault */
export async function writeManifest(store: ObjectStore, key: BackupKey, manifest: Manifest): Promise<string> {
  const path = manifestPath(manifest)
  await store.write(path, key.seal(path, Buffer.from(JSON.stringify(manifest))))
  return path
}

/** Reads a manifest; undefined when there is none. @throws NotAuthentic, StoreFault */
export async function readManifest(store: ObjectStore, key: BackupKey, path: string): Promise<Manifest | undefined> {
  const sealed = await store.read(path)
  if (!sealed) return undefined
  const manifest = JSON.parse((await key.open(path, sealed, maxBytes)).toString()) as Manifest
  const isKnown = manifest.format === 'tavla-backup' && manifest.version === 1
  if (!isKnown || !manifest.files.every((file) => filePath.test(file.path))) throw new NotAuthentic(path)
  return manifest
}

/** The manifests of one project, or of all, oldest first within each project. @throws StoreFault */
export async function* listManifests(store: ObjectStore, project?: string): AsyncGenerator<ManifestPlace> {
  for await (const { path } of store.list(project === undefined ? folder : `${folder}${project}/`)) {
    const [, uid, takenAt, id] = place.exec(path) ?? []
    if (uid !== undefined && takenAt !== undefined && id !== undefined) yield { path, project: uid, takenAt, id }
  }
}

const day = 86_400_000

/** Whether only a clock far ahead of its time can have dated this backup. */
export const isAhead = ({ takenAt }: Pick<ManifestPlace, 'takenAt'>, now = Date.now()): boolean =>
  takenAt > new Date(now + day).toISOString().slice(0, 19).replaceAll(':', '-')

/** Sorts manifests, oldest first; those that are ahead count as the oldest, because they would hide newer ones for ever. */
export function oldestFirst(places: readonly ManifestPlace[], now = Date.now()): ManifestPlace[] {
  const sorted = places.toSorted((one, other) => (one.takenAt < other.takenAt ? -1 : 1))
  return [...sorted.filter((place) => isAhead(place, now)), ...sorted.filter((place) => !isAhead(place, now))]
}
