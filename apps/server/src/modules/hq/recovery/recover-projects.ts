import { BackupKey } from '../../../backup/backup-key.ts'
import { type Manifest, type ManifestPlace, manifestPath, readManifest } from '../../../backup/manifest.ts'
import { openStore, type StorePlace } from '../../../backup/store-place.ts'
import type { Site } from '../../../site.ts'
import { summarize } from '../backups/notes.ts'
import { backupsOf } from '../backups/rows.ts'
import { ownId, type Subject, subjectOf } from '../backups/subject.ts'
import { makeDrivers } from '../drivers.ts'
import { defaultTiming, type Hq } from '../hq.ts'
import { readProjects } from '../rows.ts'
import { UnderWayWork } from '../under-way.ts'
import { adoptStore } from './adopt-store.ts'
import { type BroughtBack, bringBack } from './bring-back.ts'

/** The records of an HQ that came out of a store, opened by a quiet site. */
interface RecoveredHq {
  site: Site
  place: StorePlace
  key: Buffer
  /** The backup that the records were in. */
  own: Pick<Manifest, 'id' | 'taken_at'>
}

/** A project that the store knows and the records, which are older, do not. */
export type RecoveredProject = BroughtBack | { state: 'unknown' }

/**
 * Makes the records agree with the store, and gives each project its newest backup that is whole, the one with the
 * newest proven backup first (reference: configuration, Recover). `tell` hears of each as it comes.
 * @throws when `signal` broke it off, or the store cannot be listed
 */
export async function recoverProjects(
  { site, place, key, own }: RecoveredHq,
  tell: (project: string, outcome: RecoveredProject) => void,
  signal: AbortSignal,
): Promise<void> {
  const hq: Hq = {
    site,
    drivers: makeDrivers(),
    timing: defaultTiming,
    demoPassword: undefined,
    underWay: new UnderWayWork(() => site.engine),
    heldBackups: new Set(),
    backupKey: key,
  }
  try {
    const subjects = await subjectsOf(site)
    const known = new Map(subjects.map(({ uid, id }) => [uid, id]))
    const store = { store: openStore(place), key: new BackupKey(key) }
    const manifests = await adoptStore(hq, { place, store, own }, known)
    for (const { uid, id } of subjects) await summarize(site.engine, { project: id, uid })
    for (const subject of await newestFirst(site, subjects)) tell(subject.id, await bringBack(hq, subject, signal))
    for (const { path } of newerStrangers(manifests, known, own)) {
      const manifest = await readManifest(store.store, store.key, path).catch(() => undefined)
      if (manifest) tell(manifest.project.id, { state: 'unknown' })
    }
  } finally {
    for (const driver of hq.drivers.values()) driver.close()
  }
}

/** The projects; one that was being deleted goes when HQ starts. */
async function subjectsOf({ engine }: Site): Promise<Subject[]> {
  const projects = await readProjects(engine)
  const staying = projects.filter(({ status }) => status !== 'Removing')
  return Promise.all(staying.map(({ id }) => subjectOf(engine, id)))
}

async function newestFirst({ engine }: Site, subjects: readonly Subject[]): Promise<Subject[]> {
  const newest = new Map<string, string>()
  for (const { uid } of subjects) newest.set(uid, (await backupsOf(engine, uid, ['Proven'], 1))[0]?.takenAt ?? '')
  const provenAt = ({ uid }: Subject) => newest.get(uid) ?? ''
  return subjects.toSorted((one, other) => (provenAt(one) < provenAt(other) ? 1 : -1))
}

/** The newest manifest of each project that was made after the records were copied. */
function newerStrangers(
  manifests: readonly ManifestPlace[],
  known: ReadonlyMap<string, string>,
  own: RecoveredHq['own'],
): ManifestPlace[] {
  const ownPath = manifestPath({ ...own, project: { uid: ownId, id: ownId, name: ownId } })
  const since = manifests.find(({ path }) => path === ownPath)?.takenAt ?? ''
  const newer = manifests.filter(({ project, takenAt }) => project !== ownId && !known.has(project) && takenAt > since)
  return [...new Map(newer.map((place) => [place.project, place])).values()]
}
