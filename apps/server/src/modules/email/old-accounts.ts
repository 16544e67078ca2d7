import { find, systemContext, updateIn } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { SqlValue } from '../../store/store.ts'

const done = 'marked unencrypted mail accounts'

const fields = [
  'enable_outgoing',
  'use_tls',
  'use_ssl_for_outgoing',
  'enable_incoming',
  'email_server',
  'use_ssl',
] as const

/**
 * Upgrades a site once: allows unencrypted connections for accounts that an earlier version used without encryption, so
 * that their mail goes on and users see the mark.
 */
export async function markOldAccounts({ engine }: Site): Promise<void> {
  if (await engine.store.get(engine.system.getSite.with([done]))) return
  await engine.store.write(async (tx) => {
    const system = systemContext(engine)
    const accounts = await find(engine, 'Email Account', { fields, reader: tx })
    for (const { id } of accounts.filter(isUnencrypted))
      await updateIn(engine, system, tx, 'Email Account', id, { allow_unencrypted: 1 })
    await tx.run(engine.system.setSite.with([done, engine.clock.nowUtc()]))
  })
}

function isUnencrypted(account: Record<(typeof fields)[number], SqlValue>): boolean {
  const sendsOpenly = account.enable_outgoing === 1 && !account.use_tls && !account.use_ssl_for_outgoing
  const receivesOpenly = account.enable_incoming === 1 && account.email_server !== null && !account.use_ssl
  return sendsOpenly || receivesOpenly
}
