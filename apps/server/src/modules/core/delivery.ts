import { exists } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/**
 * Where a mail of the site goes now: to its recipients, held, to a file by the settings or because no account sends, or
 * nowhere.
 */
export type Delivery = 'Sending' | 'Held' | 'File' | 'No Account' | 'No Way'

export async function deliveryOf({ config, engine }: Site): Promise<Delivery> {
  const { may_reach_people: mayReach, mail_transport: transport } = engine.settings
  if (mayReach === 0 || config.reach === 'nobody') return 'Held'
  if (transport === 'File') return 'File'
  if (await exists(engine, 'Email Account', { default_outgoing: 1, enable_outgoing: 1 })) return 'Sending'
  return transport === 'SMTP' ? 'No Way' : 'No Account'
}
