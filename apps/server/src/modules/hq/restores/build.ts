import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { writePrivateFile } from '../../../config/site-config.ts'
import { isNewer } from '../../../ground/version.ts'
import { databaseOf } from '../../../hosting/own-database.ts'
import { BackupFault } from '../backups/faults.ts'
import { tryProgram } from '../backups/proving.ts'
import { readContent } from '../backups/read-content.ts'
import type { Backup } from '../backups/rows.ts'
import type { Hq } from '../hq.ts'
import { newDatabaseFor, readDumpBack } from './new-database.ts'

/** Where the records of a backup of a PostgreSQL database go: beside `database`, else beside the one that it was taken of. */
export interface BuildTarget {
  /** Id of the project that the new database is named after. */
  id?: string
  database?: string | undefined
}

/**
 * Reads a backup back into the empty `folder` and proves it there: every byte, and the program itself on it. The folder
 * then holds what the backup does, brought to this version; of a PostgreSQL database the dump is in a new database, which
 * the folder notes (reference: hosting, Restoring).
 * @throws BackupFault, PostgresToolFault, or the fault of the store or the disk
 */
export async function buildFromBackup(
  hq: Hq,
  backup: Backup,
  folder: string,
  signal: AbortSignal,
  { id = backup.projectId, database }: BuildTarget = {},
): Promise<void> {
  const { manifest, failed } = await readContent(hq, backup, folder, signal)
  if (!manifest || failed.length > 0) throw damaged(hq, backup, failed)
  if (isNewer(manifest.program)) throw new BackupFault(needsVersion(manifest.program))
  const file = join(folder, restoredPlaces.config)
  const config = await readFile(file, 'utf8')
  let address: string | undefined
  if (manifest.database === 'postgres') {
    const beside = database ?? databaseOf(folder)
    if (beside === undefined) throw new BackupFault({ text: 'The database cannot be reached.' })
    address = await newDatabaseFor(folder, id, beside)
    const differing = await readDumpBack(manifest, { folder, address, signal })
    if (differing.length > 0) throw damaged(hq, backup, differing)
  }
  const faults = await tryProgram(folder, signal, address)
  writePrivateFile(file, config)
  if (faults.length > 0) throw damaged(hq, backup, faults)
}

export const needsVersion = (version: string) => ({ text: 'This backup needs version {0}.', args: [version] })

function damaged({ site }: Hq, { id, projectId }: Backup, failed: readonly unknown[]): BackupFault {
  site.logs.error.error({ project: projectId, backup: id, failed: failed.slice(0, 20) }, 'a backup cannot be restored')
  return new BackupFault({ text: 'The backup is not what was stored.' })
}
