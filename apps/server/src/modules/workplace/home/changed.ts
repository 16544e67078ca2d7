import { type HomePart, textOf } from '@tavla/contract'
import { type Context, type Engine, find } from '../../../entity/index.ts'
import { type Candidate, itemsOf, shownItems } from './items.ts'

/** Calls of the person that are looked at, and the records of each of them. */
const [maxCalls, maxOfCall] = [100, 24]
/** Changed records that are looked at: some may be gone, or not readable any more. */
const maxCandidates = 64

/**
 * The records that the caller changed last, of people's work: what the program keeps beside them, such as notes or views,
 * is left out. They are found by the calls of the person, which an index of Operation Log has in their order.
 */
export async function changed(engine: Engine, ctx: Context): Promise<HomePart> {
  const calls = await find(engine, 'Operation Log', {
    where: { owner: ctx.actor.user },
    fields: ['ref_entity', 'ref_id', 'record_count', 'at'],
    order: 'at desc',
    limit: maxCalls,
  })
  const candidates = new Map<string, Candidate>()
  for (const call of calls) {
    if (candidates.size >= maxCandidates) break
    const at = engine.clock.toWall(textOf(call.at))
    for (const { entity, id } of call.record_count === 1 ? [recordOf(call)] : await recordsOf(engine, call.id)) {
      const key = `${entity}\n${id}`
      if (isWork(engine, entity) && !candidates.has(key)) candidates.set(key, { entity, id, at })
    }
  }
  const items = (await itemsOf(engine, ctx, [...candidates.values()])).slice(0, shownItems)
  return { count: items.length, items }
}

const isWork = ({ models }: Engine, entity: string) => (models.get(entity)?.app ?? 'platform') !== 'platform'

const recordOf = (row: Readonly<Record<'ref_entity' | 'ref_id', unknown>>) => ({
  entity: textOf(row.ref_entity),
  id: textOf(row.ref_id),
})

async function recordsOf(engine: Engine, operation_id: string) {
  const lookup = { where: { operation_id }, fields: ['ref_entity', 'ref_id'] as const, limit: maxOfCall }
  return (await find(engine, 'Version', lookup)).map(recordOf)
}
