import { textOf } from '@tavla/contract'
import { takeInThread } from '../../../backup/backup-thread.ts'
import type { TakenBackup } from '../../../backup/take.ts'
import { documentTables, exists } from '../../../entity/index.ts'
import { isoTextOf } from '../../../ground/utc-text.ts'
import { openSnapshot } from '../../../store/snapshot.ts'
import type { Hq } from '../hq.ts'
import { readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { requireOwnStore } from './check-key.ts'
import { copyOf, type HeldSiteCopy, sizeOf } from './copies.ts'
import { storedValues } from './manifest-values.ts'
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

/**
 * Copies a site and stores the copy; the backup counts once this resolves. `apart` keeps others from starting or
 * stopping the site.
 * @throws the fault, which `sentenceOf` puts into words
 */
export async function storeBackup(
  hq: Hq,
  subject: Subject,
  backup: Backup,
  { apart, signal }: { apart: <T>(work: () => Promise<T>) => Promise<T>; signal: AbortSignal },
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
  await requireRoomFor(hq, subject, backup, previous)
  return inWorkFolder(hq, backup.id, async (folder) => {
    const held = await apart(() => copyOf(hq, subject, folder))
    try {
      const about = {
        id: backup.id,
        taken_at: isoTextOf(backup.takenAt),
        project: { uid: subject.uid, id: subject.id, name: await nameOf(hq, subject) },
      }
      const documents = await documentsOf(held)
      const task = { copy: held.copy, about, ...(previous ? { previous: pathOf(previous) } : {}) }
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

/** Refuses before the first byte. The copy fills one disk; the store's gets what its earlier backups do not have. */
async function requireRoomFor(hq: Hq, { project }: Subject, { id, store }: Backup, previous?: Backup): Promise<void> {
  const { site } = hq
  const dir = project ? sitePlace(site, await readServer(site.engine, project.server), project).dir : site.config.dir
  const size = sizeOf(dir)
  const place = await placeOfStore(site.engine, store)
  const growth = Math.max(0, size.store + size.files - (previous?.size ?? 0))
  requireRoom([
    { folder: workFolder(hq, id), bytes: size.store },
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
