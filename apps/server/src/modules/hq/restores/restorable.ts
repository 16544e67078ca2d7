import { invalid, notPossibleNow, textOf } from '@tavla/contract'
import { isNewer } from '../../../ground/version.ts'
import { type Backup, readBackup, readRow } from '../backups/rows.ts'
import type { Hq } from '../hq.ts'
import { needsVersion } from './build.ts'

/**
 * The backup that a call names, which must be one of the project with permanent id `uid`, whole and not of a newer
 * program.
 * @throws Problem 417, 409
 */
export async function requireRestorable({ site }: Hq, id: unknown, uid: string): Promise<Backup> {
  const { engine } = site
  const row = typeof id === 'string' && id !== '' ? await readRow(engine, 'Backup', id) : undefined
  const backup = row && (await readBackup(engine, String(row.id)))
  if (!backup || backup.uid !== uid || !['Stored', 'Proving', 'Proven'].includes(backup.status)) {
    throw invalid('{0} is not a restorable backup of this project.', [typeof id === 'string' ? id : ''])
  }
  const version = textOf(row.version)
  if (isNewer(version)) throw notPossibleNow(needsVersion(version))
  return backup
}
