import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sideBySide } from '../ground/side-by-side.ts'
import { type BackupKey, NotAuthentic } from './backup-key.ts'
import { ContentDiffers, restoreBytes, restoreFile } from './blocks.ts'
import { type Manifest, readManifest, type StoredFile } from './manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { ObjectLost, Objects } from './objects.ts'

/** A store and the key that opens it. */
export interface BackupPlace {
  store: ObjectStore
  key: BackupKey
}

/** A part of a backup that did not come back as it was stored. */
export type LostPart = { file: string; object?: string } | { manifest: string }

/** Where the parts of a site stand in the folder that a backup is read back into. */
export const restoredPlaces = {
  data: { sqlite: join('store', 'data.sqlite'), postgres: 'data.dump' },
  files: 'files',
  config: 'config.json',
  siteKey: 'site.key',
}

/** Files that are read back side by side. */
const filesAtOnce = 4

/**
 * Reads a backup back into an empty folder, and names the parts that did not come back; the others stand. `useData`
 * gets the store file or dump once it stands whole, before the attached files are read.
 * @throws StoreFault, or the system's error when the folder cannot be written
 */
export async function readBack(
  { store, key }: BackupPlace,
  path: string,
  folder: string,
  useData: (manifest: Manifest, data: string) => void = () => {},
): Promise<{ manifest: Manifest | undefined; lost: LostPart[] }> {
  const manifest = await findManifest(store, key, path)
  if (!manifest) return { manifest, lost: [{ manifest: path }] }
  const objects = new Objects(store, key)
  const lost: LostPart[] = []
  const places = restoredPlaces
  const data = places.data[manifest.database]
  await restore(data, manifest.data)
  if (lost.length === 0) useData(manifest, join(folder, data))
  await sideBySide(manifest.files, filesAtOnce, (file) => restore(join(places.files, file.path), file))
  for (const [place, stored] of [
    [places.config, manifest.config],
    [places.siteKey, manifest.site_key],
  ] as const) {
    await orLost(place, async () => {
      await writeFile(join(folder, place), await restoreBytes(objects, stored), { mode: 0o600, flag: 'wx' })
    })
  }
  return { manifest, lost }

  async function restore(place: string, stored: StoredFile): Promise<void> {
    const target = join(folder, place)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await orLost(place, () => restoreFile(objects, stored, target))
  }

  async function orLost(file: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof ObjectLost) lost.push({ file, object: error.object })
      else if (error instanceof ContentDiffers) lost.push({ file })
      else throw error
    }
  }
}

async function findManifest(store: ObjectStore, key: BackupKey, path: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(store, key, path)
  } catch (error) {
    if (error instanceof NotAuthentic) return undefined
    throw error
  }
}
