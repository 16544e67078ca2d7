import type { Message } from '@tavla/contract'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import type { Change } from '../../../entity/types.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'

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
  const { table } = engine.models.require('Email Queue')
  const plan = engine.plans.get(
    `mails waiting by ${field}`,
    () =>
      new Plan(sql`select id from ${sql.table(table.name)}
        where ${column(`c_${field}`)} = ${new Slot(0)} and ${column('c_status')} in ('Scheduled', 'Not Sent', 'Held')`),
  )
  for (const mail of await plan.all<{ id: string }>(tx, [id])) await outbox.giveUp(tx, 'email', mail.id, reason)
}
