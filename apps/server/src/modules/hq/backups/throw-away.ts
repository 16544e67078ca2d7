import { join } from 'node:path'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { isNewer } from '../../../ground/version.ts'
import { databaseOf } from '../../../hosting/own-database.ts'
import { prepareQuietFolder, type RunningQuietSite, startQuietSite } from '../../../hosting/quiet-site.ts'
import { restorePostgres } from '../../../store/postgres-dump.ts'
import type { Hq } from '../hq.ts'
import { BackupFault } from './faults.ts'
import { presentDatabase } from './present-database.ts'
import { readContent } from './read-content.ts'
import { requireRoom } from './room.ts'
import type { Backup } from './rows.ts'
import { inWorkFolder, withDatabaseBeside, workFolder } from './work-folder.ts'

/** A site that runs on what a backup holds, and the folder that it was read back into. */
export interface ThrowAway {
  site: RunningQuietSite
  folder: string
}

/**
 * Reads a backup back into a folder of HQ's, and runs the program on it, which goes with the folder once `work` is done.
 * `name` must be unique among those at once.
 * @throws the fault, which `sentenceOf` puts into words, when there is none
 */
export async function onThrowAway<T>(
  hq: Hq,
  backup: Backup,
  name: string,
  work: (place: ThrowAway) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  requireRoom([{ folder: workFolder(hq, name), bytes: backup.size }])
  return inWorkFolder(hq, name, async (folder) => {
    const { manifest, failed } = await readContent(hq, backup, folder, signal)
    if (!manifest || failed.length > 0) throw new BackupFault({ text: 'The backup is not what was stored.' })
    if (isNewer(manifest.program)) {
      throw new BackupFault({ text: 'This backup needs version {0}.', args: [manifest.program] })
    }
    if (manifest.database === 'sqlite') return onProgram(folder, undefined, work, signal)
    const beside = (await presentDatabase(hq, backup)) ?? databaseOf(folder)
    if (beside === undefined) throw new BackupFault({ text: 'The database cannot be reached.' })
    const place = { folder, beside, name: `tavla_${name.replaceAll('-', '_')}` }
    return withDatabaseBeside(place, async (address) => {
      await restorePostgres(address, join(folder, restoredPlaces.data.postgres), signal)
      return onProgram(folder, address, work, signal)
    })
  })
}

async function onProgram<T>(
  folder: string,
  url: string | undefined,
  work: (place: ThrowAway) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const site = await startQuietSite(prepareQuietFolder(folder, url), signal)
  try {
    return await work({ site, folder })
  } finally {
    await site.end()
  }
}
