import { sqlOf, systemContext, updateIn } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'

const done = 'marked unencrypted mail accounts'

/**
 * Upgrades a site once: allows unencrypted connections for accounts that an earlier version used without encryption, so
 * that their mail goes on and users see the mark.
 */
export async function markOldAccounts({ engine }: Site): Promise<void> {
  if (await engine.store.get(engine.system.getSite.with([done]))) return
  const { table, field } = sqlOf(engine, 'Email Account')
  await engine.store.write(async (tx) => {
    const open = await tx.all(sql<{ id: string }>`select id from ${table}
        where (${field('enable_outgoing')} = 1 and coalesce(${field('use_tls')}, 0) = 0
          and coalesce(${field('use_ssl_for_outgoing')}, 0) = 0)
        or (${field('enable_incoming')} = 1 and ${field('email_server')} is not null
          and coalesce(${field('use_ssl')}, 0) = 0)`)
    const system = systemContext(engine)
    for (const { id } of open) await updateIn(engine, system, tx, 'Email Account', id, { allow_unencrypted: 1 })
    await tx.run(engine.system.setSite.with([done, engine.clock.nowUtc()]))
  })
}
