import { limits } from '@tavla/contract'
import { addMillis, deleteRecord, listRecords, systemContext } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

const day = 86_400_000
const keptDays = 30
const logs = ['Error Log', 'Webhook Log']

/** Deletes records of logs that are older than 30 days (contract 1.2), now and once a day; returns how to stop. */
export function keepForAMonth(site: Site): () => void {
  const sweep = () => site.inBackground(deleteOld(site))
  const timer = setInterval(sweep, day).unref()
  sweep()
  return () => clearInterval(timer)
}

async function deleteOld(site: Site): Promise<void> {
  const { engine } = site
  const ctx = systemContext(engine)
  const oldest = engine.clock.toWall(addMillis(engine.clock.nowUtc(), -keptDays * day))
  const query = { filters: { creation: ['<', oldest] }, fields: ['id'], limit_page_length: limits.pageCap }
  for (const entity of logs) {
    if (!engine.models.get(entity)) continue
    for (;;) {
      const { data } = await listRecords(engine, ctx, entity, query)
      if (data.length === 0 || site.state === 'stopping') break
      for (const { id } of data) await deleteRecord(engine, ctx, entity, id)
    }
  }
}
