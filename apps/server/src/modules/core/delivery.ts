import { exists } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/**
 * Which way a mail of the site itself takes now: to people, held, into a folder as the settings say or for want of an account
 * that sends, or none at all.
 */
export type Delivery = 'Sending' | 'Held' | 'File' | 'No Account' | 'No Way'

export async function deliveryOf({ engine }: Site): Promise<Delivery> {
  const { may_reach_people: mayReach, mail_transport: transport } = engine.settings
  if (mayReach === 0) return 'Held'
  if (transport === 'File') return 'File'
  if (await exists(engine, 'Email Account', { default_outgoing: 1, enable_outgoing: 1 })) return 'Sending'
  return transport === 'SMTP' ? 'No Way' : 'No Account'
}
