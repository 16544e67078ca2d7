import type { Message } from '@tavla/contract'
import { type Change, find } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'

/**
 * Ends waiting mails before a record that they need is deleted, with this reason, so that they don't leave incomplete.
 * Users can still retry them.
 */
export async function endWaiting(
  { engine, outbox }: Site,
  { tx, id }: Change,
  field: 'communication' | 'email_account',
  reason: Message,
): Promise<void> {
  const where = { [field]: id, status: { in: ['Scheduled', 'Not Sent', 'Held'] } }
  for (const mail of await find(engine, 'Email Queue', { where, reader: tx })) {
    await outbox.giveUp(tx, 'email', mail.id, reason)
  }
}
