import { column } from '../../entity/plan.ts'
import { oneRow } from '../../outbox/system-sql.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'

/**
 * Which way a mail of the site itself takes now: to people, held, into a folder as the settings say or for want of an account
 * that sends, or none at all.
 */
export type Delivery = 'Sending' | 'Held' | 'File' | 'No Account' | 'No Way'

export async function deliveryOf({ engine }: Site): Promise<Delivery> {
  const { may_reach_people: mayReach, mail_transport: transport } = engine.settings
  if (mayReach === 0) return 'Held'
  if (transport === 'File') return 'File'
  const { table } = engine.models.require('Email Account')
  const account = await oneRow(
    engine.store,
    sql`select id from ${sql.table(table.name)} where ${column('c_default_outgoing')} = 1 and ${column('c_enable_outgoing')} = 1 limit 1`,
  )
  if (account) return 'Sending'
  return transport === 'SMTP' ? 'No Way' : 'No Account'
}
