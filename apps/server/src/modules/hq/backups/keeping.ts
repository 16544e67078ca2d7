import { listManifests, readManifest } from '../../../backup/manifest.ts'
import { Objects } from '../../../backup/objects.ts'
import { expired } from '../../../backup/retention.ts'
import { deleteRecord, find, systemContext } from '../../../entity/index.ts'
import { addMillis } from '../../../ground/utc-text.ts'
import type { Hq } from '../hq.ts'
import { noteBackup } from './notes.ts'
import type { Plan } from './plans.ts'
import { type Backup, backupsOf, pathOf } from './rows.ts'
import { type OpenStore, openBackupStore } from './stores.ts'
import { wallDate } from './wall.ts'

const day = 86_400_000
const year = 365 * day

/** Removes the backups of one project that its plan does not keep; their objects go with `pruneStore`. */
export async function expireBackups(hq: Hq, uid: string, { retention }: Plan): Promise<void> {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const kept = await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven'])
  const going = new Set(
    expired(
      kept.map(({ id, takenAt, status, isPinned, type }) => {
        return {
          id,
          takenAt: wallDate(engine, takenAt),
          isProven: status === 'Proven',
          isPinned: isPinned || hq.heldBackups.has(id),
          type,
        }
      }),
      retention,
      wallDate(engine, engine.clock.nowUtc()),
    ),
  )
  for (const backup of kept.filter(({ id, status }) => going.has(id) && status !== 'Proving')) {
    await removeManifest(hq, backup)
    await noteBackup(engine, ctx, backup.id, { status: 'Expired' })
  }
  // A backup that failed its proof cannot be restored; a day is enough to look into it.
  const yesterday = addMillis(engine.clock.nowUtc(), -day)
  const failed = await backupsOf(engine, uid, ['Failed'])
  for (const backup of failed.filter(({ takenAt, size }) => size > 0 && takenAt < yesterday)) {
    await removeManifest(hq, backup)
    await noteBackup(engine, ctx, backup.id, { size: 0 })
  }
}

async function removeManifest(hq: Hq, backup: Backup): Promise<void> {
  const { store } = await openBackupStore(hq, backup.store)
  await store.remove(pathOf(backup))
}

/** Deletes the records of backups that went, or failed, more than a year ago. */
export async function forgetOldBackups({ site: { engine } }: Hq): Promise<void> {
  const before = addMillis(engine.clock.nowUtc(), -year)
  const where = { status: { in: ['Expired', 'Failed'] }, taken_at: { below: before } }
  for (const { id } of await find(engine, 'Backup', { where })) {
    await deleteRecord(engine, systemContext(engine), 'Backup', id)
  }
}

/**
 * Removes the objects that no manifest of the store names any more. A manifest that cannot be read keeps all of them.
 * No backup may be under way.
 * @throws StoreFault
 */
export async function pruneStore(hq: Hq, id: string): Promise<void> {
  const place = await openBackupStore(hq, id)
  const named = await namesIn(place)
  if (named) await new Objects(place.store, place.key).prune((name) => named.has(name), Date.now() - day)
}

async function namesIn({ store, key }: OpenStore): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>()
  for await (const { path } of listManifests(store)) {
    const manifest = await readManifest(store, key, path).catch(() => undefined)
    if (!manifest) return undefined
    for (const { blocks } of [manifest.data, manifest.config, manifest.site_key, ...manifest.files]) {
      for (const name of blocks) names.add(name)
    }
  }
  return names
}
