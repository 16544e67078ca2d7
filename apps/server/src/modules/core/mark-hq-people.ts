import { sqlOf, systemContext, updateIn } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'

const key = 'people of hq are marked'

/**
 * Upgrades a site once: marks users whom sign-ins through HQ made before there was a mark. The call that made their
 * record used a token, and they have no password.
 */
export async function markHqPeople({ config, engine, store }: Site): Promise<void> {
  if (config.apps.includes('hq') || (await store.get(engine.system.getSite.with([key])))) return
  const { table: versions, field } = sqlOf(engine, 'Version')
  const made = await store.all(sql<{
    id: string
  }>`select distinct ${field('ref_id', 'made')} as id from ${versions} made
      join ${versions} used on ${field('request_id', 'used')} = ${field('request_id', 'made')} and ${field('ref_entity', 'used')} = 'User'
        and ${field('ref_id', 'used')} = ${field('ref_id', 'made')} and ${field('action', 'used')} = 'Action' and ${field('data', 'used')} like '%"login_with_token"%'
      where ${field('ref_entity', 'made')} = 'User' and ${field('action', 'made')} = 'Created' and ${field('request_id', 'made')} <> ''
        and not exists (select 1 from credential where ${sql.id('user')} = ${field('ref_id', 'made')})`)
  const rows = engine.rows(engine.models.require('User'))
  await store.write(async (tx) => {
    for (const { id } of made) {
      if (id === 'Administrator' || (await rows.byIdLocked(tx, id))?.from_hq !== 0) continue
      await updateIn(engine, systemContext(engine), tx, 'User', id, { from_hq: 1 })
    }
    await tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()]))
  })
}
