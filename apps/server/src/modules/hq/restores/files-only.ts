import type { Message } from '@tavla/contract'
import type { Replacement } from '../../../hosting/driver.ts'
import { noDatabaseReplaced } from '../../../hosting/faults.ts'
import type { Backup } from '../backups/rows.ts'
import type { Hq } from '../hq.ts'
import { openManifest } from './open-manifest.ts'

/**
 * Why data of this backup cannot be put in a place; undefined when they can.
 * @throws Problem 409 for a backup that cannot be read here
 */
export async function whyNotReplaced(
  hq: Hq,
  { isFilesOnly }: Pick<Replacement, 'isFilesOnly'>,
  backup: Backup,
): Promise<Message | undefined> {
  if (!isFilesOnly) return undefined
  const { manifest } = await openManifest(hq, backup)
  return manifest.database === 'postgres' ? noDatabaseReplaced : undefined
}
