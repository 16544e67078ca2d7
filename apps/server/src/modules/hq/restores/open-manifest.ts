import { notPossibleNow } from '@tavla/contract'
import { NotAuthentic } from '../../../backup/backup-key.ts'
import { type Manifest, readManifest } from '../../../backup/manifest.ts'
import { StoreFault } from '../../../backup/object-store.ts'
import { type Backup, pathOf } from '../backups/rows.ts'
import { type OpenStore, openBackupStore } from '../backups/stores.ts'
import type { Hq } from '../hq.ts'

/** A backup, and the store that it is in. */
export interface OpenBackup {
  store: OpenStore
  manifest: Manifest
}

/**
 * The manifest of a backup, with the store that it is in.
 * @throws Problem 409 when it is not in its store, or cannot be read
 */
export async function openManifest(hq: Hq, backup: Backup): Promise<OpenBackup> {
  try {
    const store = await openBackupStore(hq, backup.store)
    const manifest = await readManifest(store.store, store.key, pathOf(backup))
    if (manifest) return { store, manifest }
  } catch (error) {
    if (error instanceof StoreFault) throw notPossibleNow(error.detail)
    if (!(error instanceof NotAuthentic)) throw error
  }
  throw notPossibleNow({ text: 'This backup is not in its store any more, or cannot be read.' })
}
