import { systemContext, updateIn } from '../../entity/index.ts'
import { column } from '../../entity/plan.ts'
import { allRows } from '../../outbox/system-sql.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'

const done = 'marked unencrypted mail accounts'

/**
 * Once for each site: accounts in use that an earlier version reached without encryption are marked as such, so that their mail
 * goes on and everybody sees it.
 */
export async function markOldAccounts({ engine }: Site): Promise<void> {
  if (await engine.system.getSite.get(engine.store, [done])) return
  const { table } = engine.models.require('Email Account')
  await engine.store.write(async (tx) => {
    const open = await allRows(
      tx,
      sql<{ id: string }>`select id from ${sql.table(table.name)}
        where (${column('c_enable_outgoing')} = 1 and coalesce(${column('c_use_tls')}, 0) = 0
          and coalesce(${column('c_use_ssl_for_outgoing')}, 0) = 0)
        or (${column('c_enable_incoming')} = 1 and ${column('c_email_server')} is not null
          and coalesce(${column('c_use_ssl')}, 0) = 0)`,
    )
    const system = systemContext(engine)
    for (const { id } of open) await updateIn(engine, system, tx, 'Email Account', id, { allow_unencrypted: 1 })
    await engine.system.setSite.run(tx, [done, engine.clock.nowUtc()])
  })
}
