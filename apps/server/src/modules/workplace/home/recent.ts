import { type HomePart, textOf } from '@tavla/contract'
import { type Context, type Engine, find } from '../../../entity/index.ts'
import { itemsOf, shownItems } from './items.ts'

/** Notes that are looked at: some records may be gone, or not readable any more. */
const maxNotes = 100

/** The records that the caller opened last (reference: http-api, Recently opened). */
export async function recent(engine: Engine, ctx: Context): Promise<HomePart> {
  const notes = await find(engine, 'Recent Record', {
    where: { user: ctx.actor.user },
    fields: ['ref_entity', 'ref_id', 'opened_on'],
    order: 'opened_on desc',
    limit: maxNotes,
  })
  const opened = notes.map(({ ref_entity, ref_id, opened_on }) => {
    return { entity: textOf(ref_entity), id: textOf(ref_id), at: engine.clock.toWall(textOf(opened_on)) }
  })
  const items = (await itemsOf(engine, ctx, opened)).slice(0, shownItems)
  return { count: items.length, items }
}
