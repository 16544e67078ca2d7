import { recordNotFound, textOf } from '@tavla/contract'
import { BackupKey } from '../../../backup/backup-key.ts'
import type { SealedPlace } from '../../../backup/backup-thread.ts'
import type { ObjectStore } from '../../../backup/object-store.ts'
import { openStore, type StorePlace } from '../../../backup/store-place.ts'
import { type Engine, openSecret } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'

/** A store that is open, and the key of its content. */
export interface OpenStore {
  store: ObjectStore
  key: BackupKey
}

/** Where a Backup Store is. @throws Problem 404 */
export async function placeOfStore(engine: Engine, id: string): Promise<StorePlace> {
  const row = await engine.rows(engine.models.require('Backup Store')).byId(engine.store, id)
  if (!row) throw recordNotFound('Backup Store', id)
  if (row.type !== 'S3') return { type: 'Folder', folder: textOf(row.folder) }
  return {
    type: 'S3',
    endpoint: textOf(row.endpoint),
    region: textOf(row.region) || 'auto',
    bucket: textOf(row.bucket),
    prefix: textOf(row.prefix),
    accessKeyId: textOf(row.access_key_id),
    secretAccessKey: openSecret(engine, 'Backup Store', row, 'secret_access_key') ?? '',
  }
}

/** The store and HQ's key, for a thread. @throws Problem 404 */
export const sealedPlace = async ({ site, backupKey }: Hq, id: string): Promise<SealedPlace> => ({
  place: await placeOfStore(site.engine, id),
  key: backupKey,
})

/** @throws Problem 404, StoreFault for a place that cannot be one */
export async function openBackupStore(hq: Hq, id: string): Promise<OpenStore> {
  const { place, key } = await sealedPlace(hq, id)
  return { store: openStore(place), key: new BackupKey(Buffer.from(key)) }
}
