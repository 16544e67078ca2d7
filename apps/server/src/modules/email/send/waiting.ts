import type { Message } from '@tavla/contract'
import { type Change, find } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'

/**
 * Before a record is deleted that waiting mails need: they end, with this reason, instead of leaving without what it held.
 * Whoever wants them all the same sends them again.
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
