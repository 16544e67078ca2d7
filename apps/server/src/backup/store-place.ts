import { FolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { type S3Place, S3Store } from './s3-store.ts'

/** Where a store is: an absolute folder, or a bucket. */
export type StorePlace = { type: 'Folder'; folder: string } | ({ type: 'S3' } & S3Place)

/** @throws StoreFault for a place that cannot be one */
export const openStore = (place: StorePlace): ObjectStore =>
  place.type === 'Folder' ? new FolderStore(place.folder) : new S3Store(place)
