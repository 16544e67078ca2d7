import { NotAuthentic } from '../../../backup/backup-key.ts'
import { listManifests, type ManifestPlace, readManifest } from '../../../backup/manifest.ts'
import { StoreFault } from '../../../backup/object-store.ts'
import type { OpenStore } from './stores.ts'

/** Manifests that are tried: a single one may be damaged. */
const tried = 3

/**
 * Makes sure that a store is the one that earlier backups went to, and that its key opens them.
 * @throws StoreFault
 */
export async function requireOwnStore({ store, key }: OpenStore, hasBackups: boolean): Promise<void> {
  const newest: ManifestPlace[] = []
  for await (const place of listManifests(store)) {
    newest.push(place)
    newest.sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1))
    newest.length = Math.min(newest.length, tried)
  }
  if (newest.length === 0 && hasBackups) {
    // Perhaps a disk that is not mounted: a new store in its place would fill another one.
    throw new StoreFault({ text: 'The backups that were made before are not in this store.' })
  }
  for (const { path } of newest) {
    try {
      await readManifest(store, key, path)
      return
    } catch (error) {
      if (!(error instanceof NotAuthentic)) throw error
    }
  }
  if (newest.length > 0) throw new StoreFault({ text: 'The backup key does not belong to this store.' })
}
