import { systemContext, updateIn } from '../../entity/index.ts'
import { allRows } from '../../outbox/system-sql.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'

const key = 'people of hq are marked'

/**
 * Marks, once, the people whom sign-ins through HQ made before that was noted: their record was made by the very call
 * that used a token, and they have no password.
 */
export async function markHqPeople({ config, engine, store }: Site): Promise<void> {
  if (config.apps.includes('hq') || (await engine.system.getSite.get(store, [key]))) return
  const versions = sql.table(engine.models.require('Version').table.name)
  const made = await allRows(
    store,
    sql<{ id: string }>`select distinct made.c_ref_id as id from ${versions} made
      join ${versions} used on used.c_request_id = made.c_request_id and used.c_ref_entity = 'User'
        and used.c_ref_id = made.c_ref_id and used.c_action = 'Action' and used.c_data like '%"login_with_token"%'
      where made.c_ref_entity = 'User' and made.c_action = 'Created' and made.c_request_id <> ''
        and not exists (select 1 from credential where ${sql.id('user')} = made.c_ref_id)`,
  )
  const rows = engine.rows(engine.models.require('User'))
  await store.write(async (tx) => {
    for (const { id } of made) {
      if (id === 'Administrator' || (await rows.byIdLocked(tx, id))?.from_hq !== 0) continue
      await updateIn(engine, systemContext(engine), tx, 'User', id, { from_hq: 1 })
    }
    await engine.system.setSite.run(tx, [key, engine.clock.nowUtc()])
  })
}
