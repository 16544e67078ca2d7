import { textOf } from '@tavla/contract'
import { takeInThread } from '../../../backup/backup-thread.ts'
import { knownFiles, type TakenBackup } from '../../../backup/take.ts'
import { documentTables, exists } from '../../../entity/index.ts'
import { isoTextOf } from '../../../ground/utc-text.ts'
import type { SiteCopies, SitePlace } from '../../../hosting/driver.ts'
import { openSnapshot } from '../../../store/snapshot.ts'
import { driverFor, type Hq } from '../hq.ts'
import { readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { requireOwnStore } from './check-key.ts'
import { copyOf, type HeldSiteCopy, sizeOf } from './copies.ts'
import { BackupFault } from './faults.ts'
import { storedValues } from './manifest-values.ts'
import { attachedIn, type CopySizes, readCopy, sizesOf } from './remote-copy.ts'
import { requireRoom } from './room.ts'
import { type Backup, backupsOf, pathOf, readRow } from './rows.ts'
import { openBackupStore, placeOfStore, sealedPlace } from './stores.ts'
import type { Subject } from './subject.ts'
import { inWorkFolder, workFolder } from './work-folder.ts'

/** The figures of a stored backup, as the record has them. */
export interface StoredValues {
  version: string
  size: number
  added: number
  records: number
  files: number
}

/** Runs `work` while nobody starts or stops the site. */
type Apart = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Copies a site and stores the copy; the backup counts once this resolves. `apart` keeps others from starting or
 * stopping the site.
 * @throws the fault, which `sentenceOf` puts into words
 */
export async function storeBackup(
  hq: Hq,
  subject: Subject,
  backup: Backup,
  { apart, signal }: { apart: Apart; signal: AbortSignal },
): Promise<StoredValues> {
  const { engine } = hq.site
  const hasBackups = await exists(engine, 'Backup', {
    store: backup.store,
    status: { in: ['Stored', 'Proving', 'Proven'] },
  })
  await requireOwnStore(await openBackupStore(hq, backup.store), hasBackups)
  const [previous] = (await backupsOf(engine, backup.uid, ['Stored', 'Proving', 'Proven'], 5)).filter(
    ({ store }) => store === backup.store,
  )
  const place = await placeOf(hq, subject)
  if (place && !place.isThere) {
    throw new BackupFault({ text: 'There is nothing left to save: the data of {0} are gone.', args: [subject.id] })
  }
  const from = previous && pathOf(previous)
  if (!place?.copies) {
    const { store, files } = sizeOf(place?.dir ?? hq.site.config.dir)
    await requireRoomFor(hq, backup, { copied: store, whole: store + files }, previous)
  }
  return inWorkFolder(hq, backup.id, async (folder) => {
    const held = place?.copies
      ? await copyFromAfar(hq, { ...place, copies: place.copies }, { backup, previous, folder, apart, signal })
      : await apart(() => copyOf(hq, subject, folder))
    try {
      const about = {
        id: backup.id,
        taken_at: isoTextOf(backup.takenAt),
        project: { uid: subject.uid, id: subject.id, name: await nameOf(hq, subject) },
        type: backup.type,
      }
      const documents = await documentsOf(held)
      const task = { copy: held.copy, about, ...(from === undefined ? {} : { previous: from }) }
      return valuesOf(await takeInThread(await sealedPlace(hq, backup.store), task, signal), documents)
    } finally {
      await held.release()
    }
  })
}

async function nameOf({ site }: Hq, { project, id }: Subject): Promise<string> {
  const row = project && (await readRow(site.engine, 'Project', project.id))
  return textOf(row?.project_name) || id
}

interface CopiedPlace extends SitePlace {
  copies: SiteCopies | undefined
  /** Whether there are data at all. */
  isThere: boolean
}

/** Where the site of a project is, and how its driver copies it from there; undefined for HQ itself. */
async function placeOf(hq: Hq, { project }: Subject): Promise<CopiedPlace | undefined> {
  if (!project) return undefined
  const place = sitePlace(hq.site, await readServer(hq.site.engine, project.server), project)
  const { copies, replacement } = driverFor(hq, project.driver)
  return { ...place, copies, isThere: (await replacement?.isThere(place)) ?? true }
}

/** Reads a copy over the network, but for what the store has from an earlier backup. */
async function copyFromAfar(
  hq: Hq,
  place: SitePlace & { copies: SiteCopies },
  {
    backup,
    previous,
    folder,
    apart,
    signal,
  }: { backup: Backup; previous: Backup | undefined; folder: string; apart: Apart; signal: AbortSignal },
): Promise<HeldSiteCopy> {
  const copy = await apart(() => place.copies.open(place))
  try {
    const sealed = await openBackupStore(hq, backup.store)
    const known = await knownFiles(sealed, previous && pathOf(previous), attachedIn(copy))
    await requireRoomFor(hq, backup, sizesOf(copy, known), previous)
    return { ...(await readCopy(copy, known, { folder, signal })), release: () => {} }
  } finally {
    await apart(() => copy.release())
  }
}

/** Refuses before the first byte. The copy fills one disk; the store's gets what its earlier backups do not have. */
async function requireRoomFor(
  hq: Hq,
  { id, store }: Backup,
  { copied, whole }: CopySizes,
  previous?: Backup,
): Promise<void> {
  const { site } = hq
  const place = await placeOfStore(site.engine, store)
  const growth = Math.max(0, whole - (previous?.size ?? 0))
  requireRoom([
    { folder: workFolder(hq, id), bytes: copied },
    ...(place.type === 'Folder' ? [{ folder: place.folder, bytes: growth }] : []),
  ])
}

/** The tables whose rows count as records. */
async function documentsOf({ copy, databaseUrl }: HeldSiteCopy): Promise<ReadonlySet<string>> {
  if (copy.database === 'postgres' && databaseUrl === undefined) return new Set()
  const snapshot = await openSnapshot({ file: copy.data, url: databaseUrl })
  try {
    return await documentTables(snapshot)
  } finally {
    await snapshot.close()
  }
}

function valuesOf({ manifest, added }: TakenBackup, documents: ReadonlySet<string>): StoredValues {
  const records = manifest.tables
    .filter(({ table }) => documents.has(table))
    .reduce((total, { rows }) => total + rows, 0)
  return { ...storedValues(manifest), added, records }
}
