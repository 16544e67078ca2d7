import { type Message, textOf } from '@tavla/contract'
import type { Hq } from '../hq.ts'
import { BackupFault } from './faults.ts'
import { type Backup, readRow } from './rows.ts'

/** A backup that other work needs. @throws BackupFault with `prefix` and the reason when it failed */
export async function requireMade({ site }: Hq, backup: Backup, prefix: Message): Promise<Backup> {
  if (backup.status !== 'Failed') return backup
  const why = textOf((await readRow(site.engine, 'Backup', backup.id))?.error)
  throw new BackupFault(why === '' ? prefix : { text: why, prefix })
}
