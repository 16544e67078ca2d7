import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { proveInThread } from '../../../backup/backup-thread.ts'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { writePrivateFile } from '../../../config/site-config.ts'
import { isNewer } from '../../../ground/version.ts'
import { BackupFault } from '../backups/faults.ts'
import { tryProgram } from '../backups/proving.ts'
import { type Backup, pathOf } from '../backups/rows.ts'
import { sealedPlace } from '../backups/stores.ts'
import type { Hq } from '../hq.ts'

/**
 * Reads a backup back into the empty `folder` and proves it there: every byte, and the program itself on it. The folder
 * then holds what the backup does, brought to this version (reference: hosting, Restoring).
 * @throws BackupFault, or the fault of the store or the disk
 */
export async function buildFromBackup(hq: Hq, backup: Backup, folder: string, signal: AbortSignal): Promise<void> {
  const task = { path: pathOf(backup), folder }
  const { manifest, failed } = await proveInThread(await sealedPlace(hq, backup.store), task, signal)
  if (!manifest || failed.length > 0) throw damaged(hq, backup, failed)
  if (isNewer(manifest.program)) throw new BackupFault(needsVersion(manifest.program))
  if (manifest.database === 'postgres') {
    throw new BackupFault(notFromDump)
  }
  const file = join(folder, restoredPlaces.config)
  const config = await readFile(file, 'utf8')
  const faults = await tryProgram(folder, signal)
  writePrivateFile(file, config)
  if (faults.length > 0) throw damaged(hq, backup, faults)
}

export const notFromDump = { text: 'A PostgreSQL database is restored by pg_restore from the downloaded backup.' }

export const needsVersion = (version: string) => ({ text: 'This backup needs version {0}.', args: [version] })

function damaged({ site }: Hq, { id, projectId }: Backup, failed: readonly unknown[]): BackupFault {
  site.logs.error.error({ project: projectId, backup: id, failed: failed.slice(0, 20) }, 'a backup cannot be restored')
  return new BackupFault({ text: 'The backup is not what was stored.' })
}
