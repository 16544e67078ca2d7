import { textOf } from '@tavla/contract'
import {
  listManifests,
  type Manifest,
  type ManifestPlace,
  oldestFirst,
  readManifest,
} from '../../../backup/manifest.ts'
import type { StorePlace } from '../../../backup/store-place.ts'
import { createIn, type Engine, exists, find, setSilently, systemContext, updateIn } from '../../../entity/index.ts'
import { utcTextOf } from '../../../ground/utc-text.ts'
import type { Tx } from '../../../store/store.ts'
import { storedValues } from '../backups/manifest-values.ts'
import { type BackupStatus, backupTypes, readRow } from '../backups/rows.ts'
import { type OpenStore, placeOfStore } from '../backups/stores.ts'
import type { Hq } from '../hq.ts'

/** The store that HQ's records came out of, and the backup that they were in. */
interface RecoveredFrom {
  place: StorePlace
  store: OpenStore
  own: Pick<Manifest, 'id' | 'taken_at'>
}

/** The store that every HQ begins with. */
const localStore = 'local'
const kept: readonly BackupStatus[] = ['Stored', 'Proving', 'Proven']

/**
 * Makes the records agree with the store that they came out of: `local` points there, backups that are in it have
 * records, and those that it does not hold any more are Expired (reference: configuration, Recover). `projects` are
 * the ids by their permanent ones. Resolves to the manifests of the store.
 */
export async function adoptStore(
  { site: { engine } }: Hq,
  from: RecoveredFrom,
  projects: ReadonlyMap<string, string>,
): Promise<ManifestPlace[]> {
  // The order in which records are made says which backup is newer.
  const manifests = oldestFirst(await Array.fromAsync(listManifests(from.store.store)))
  const same = await storesAt(engine, from.place)
  const unknown = await readUnknown(engine, from.store, manifests)
  const came = textOf((await readRow(engine, 'Backup', from.own.id))?.store)
  await engine.store.write(async (tx) => {
    await pointLocal(engine, tx, from.place)
    // The plans went to a store that was elsewhere on the lost machine.
    if (came !== '' && !same.has(came)) await movePlans(engine, tx, came)
    await noteKnown(engine, tx, manifests, new Set([...same, localStore]))
    for (const { manifest, isNew } of unknown) {
      if (isNew) await createIn(engine, systemContext(engine), tx, 'Backup', recordOf(manifest, projects))
      else await updateIn(engine, systemContext(engine), tx, 'Backup', manifest.id, stateOf(manifest))
    }
  })
  return manifests
}

/** The stores that are at this place by now. */
async function storesAt(engine: Engine, place: StorePlace): Promise<Set<string>> {
  const same = new Set<string>()
  for (const { id } of await find(engine, 'Backup Store')) {
    if (keyOf(await placeOfStore(engine, id)) === keyOf(place)) same.add(id)
  }
  return same
}

function keyOf(place: StorePlace): string {
  if (place.type === 'Folder') return JSON.stringify([place.folder])
  const { endpoint, bucket, prefix } = place
  return JSON.stringify([endpoint.replace(/\/+$/, ''), bucket, prefix.replace(/^\/+|\/+$/g, '')])
}

async function pointLocal(engine: Engine, tx: Tx, place: StorePlace): Promise<void> {
  const ctx = systemContext(engine)
  const values =
    place.type === 'Folder'
      ? { type: 'Folder', folder: place.folder }
      : {
          type: 'S3',
          endpoint: place.endpoint,
          region: place.region,
          bucket: place.bucket,
          prefix: place.prefix,
          access_key_id: place.accessKeyId,
          secret_access_key: place.secretAccessKey,
        }
  const state = { status: 'Unknown', last_error: null, used_bytes: 0 }
  if (await exists(engine, 'Backup Store', { id: localStore })) {
    await updateIn(engine, ctx, tx, 'Backup Store', localStore, { ...values, ...state })
  } else await createIn(engine, ctx, tx, 'Backup Store', { store_name: localStore, ...values })
}

async function movePlans(engine: Engine, tx: Tx, store: string): Promise<void> {
  const ctx = systemContext(engine)
  for (const { id } of await find(engine, 'Backup Plan', { where: { store }, reader: tx })) {
    await updateIn(engine, ctx, tx, 'Backup Plan', id, { store: localStore })
  }
}

/** A manifest without a record, or whose record was made before it. */
interface UnknownBackup {
  manifest: Manifest
  isNew: boolean
}

/** Reads the manifests that the records know nothing of: they are newer than the backup that the records were in. */
async function readUnknown(
  engine: Engine,
  { store, key }: OpenStore,
  manifests: readonly ManifestPlace[],
): Promise<UnknownBackup[]> {
  const unknown: UnknownBackup[] = []
  for (const { id, path } of manifests) {
    const row = await readRow(engine, 'Backup', id)
    if (row && row.status !== 'Under Way') continue
    // A manifest that this key does not open is damaged, or of another HQ.
    const manifest = await readManifest(store, key, path).catch(() => undefined)
    if (manifest?.id === id) unknown.push({ manifest, isNew: !row })
  }
  return unknown
}

/** Backups that were found are in `local` unless their own store is that place; others of these stores are gone. */
async function noteKnown(
  engine: Engine,
  tx: Tx,
  manifests: readonly ManifestPlace[],
  here: ReadonlySet<string>,
): Promise<void> {
  const there = new Set(manifests.map(({ id }) => id))
  const where = { status: { in: [...kept, 'Under Way' as const] } }
  const known = await find(engine, 'Backup', { where, fields: ['store', 'status'], reader: tx })
  const found = known.filter(({ id }) => there.has(id))
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const moved = found.filter(({ store }) => !here.has(textOf(store)))
  const gone = known.filter(
    ({ id, store, status }) => !there.has(id) && here.has(textOf(store)) && status !== 'Under Way',
  )
  const unproven = found.filter(({ status }) => status === 'Proving')
  await setSilently(engine, tx, 'Backup', idsOf(moved), { store: localStore })
  await setSilently(engine, tx, 'Backup', idsOf(gone), { status: 'Expired' })
  await setSilently(engine, tx, 'Backup', idsOf(unproven), { status: 'Stored' })
}

const stateOf = (manifest: Manifest) => ({ status: 'Stored', ...storedValues(manifest) })

const recordOf = (manifest: Manifest, projects: ReadonlyMap<string, string>) => ({
  ...stateOf(manifest),
  id: manifest.id,
  project: projects.get(manifest.project.uid) ?? null,
  project_id: manifest.project.id,
  project_uid: manifest.project.uid,
  type: backupTypes.find((type) => type === manifest.type) ?? 'Scheduled',
  taken_at: utcTextOf(manifest.taken_at),
  store: localStore,
})
