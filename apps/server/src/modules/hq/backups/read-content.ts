import { proveInThread } from '../../../backup/backup-thread.ts'
import type { ContentProof } from '../../../backup/prove-content.ts'
import type { Hq } from '../hq.ts'
import { requireOwnStore } from './check-key.ts'
import { type Backup, pathOf } from './rows.ts'
import { openBackupStore, sealedPlace } from './stores.ts'

/**
 * Reads a backup back into the empty `folder` and compares all of it. A store that is not the one any more, as when its
 * disk is taken away in the middle, or another key says nothing about the backup.
 * @throws BackupFault, StoreFault, or the system's error when the folder cannot be written
 */
export async function readContent(
  hq: Hq,
  backup: Backup,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<ContentProof> {
  const task = { path: pathOf(backup), folder }
  const proof = await proveInThread(await sealedPlace(hq, backup.store), task, signal)
  if (proof.failed.length > 0) await requireOwnStore(await openBackupStore(hq, backup.store), true)
  return proof
}
