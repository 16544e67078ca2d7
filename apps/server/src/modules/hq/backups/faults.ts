import type { Message } from '@tavla/contract'
import { StoreFault } from '../../../backup/object-store.ts'
import { StartError } from '../../../ground/start-error.ts'
import { HostingFault } from '../../../hosting/driver.ts'
import { StoreUnavailable } from '../../../store/errors.ts'
import { PostgresToolFault } from '../../../store/postgres-dump.ts'

/** A backup or a proof that cannot be made, in a sentence for operators. */
export class BackupFault extends Error {
  override name = 'BackupFault'
  readonly detail: Message

  constructor(detail: Message) {
    super(detail.text)
    this.detail = detail
  }
}

/** Puts a sentence before another, and before those that precede it already. */
export const precededBy = (prefix: Message, message: Message): Message => ({
  ...message,
  prefix: message.prefix ? precededBy(prefix, message.prefix) : prefix,
})

/** The reason why a backup or a proof failed, in a sentence for operators. */
export function sentenceOf(error: unknown): Message {
  if (error instanceof BackupFault || error instanceof StoreFault) return error.detail
  if (error instanceof HostingFault || error instanceof PostgresToolFault) return error.detail
  if (error instanceof StartError) return { text: error.message }
  if (error instanceof StoreUnavailable) return { text: 'The database cannot be read.' }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return { text: 'There is no space left on the disk.' }
  return { text: 'Something went wrong while the backup was made.' }
}
