import { type EntityRecord, textOf } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { whyNotUndone } from '../reading/operation-outlook.ts'
import type { Behaviour } from '../types.ts'
import { readersOf } from './readable.ts'
import { presentSkips, type Skip } from './skipped.ts'
import { titlesNowOrInTrash } from './trashed.ts'

/** Adds the keys that a row of Operation Log carries besides its fields (reference: metadata, Operations). */
export const operationBehaviour: Behaviour = {
  entity: 'Operation Log',
  presentsBy: ['kind', 'reason', 'undo_state', 'ref_entity', 'ref_id'],
  present: (record) => record,
  async enrich(engine, ctx, records) {
    await Promise.all([...records].map((record) => addOutlook(engine, ctx, record)))
    for (const [entity, rows] of Map.groupBy(records, ({ ref_entity }) => textOf(ref_entity))) {
      const ids = rows.flatMap(({ ref_id }) => (typeof ref_id === 'string' ? [ref_id] : []))
      const titles = ids.length > 0 ? await titlesNowOrInTrash(engine, ctx, entity, new Set(ids)) : undefined
      for (const row of rows) row.ref_title = titles?.get(String(row.ref_id)) ?? null
    }
  },
}

/** Says whether the operation can be undone, and names of `skipped` only what the reader may see. */
async function addOutlook(engine: Engine, ctx: Context, record: EntityRecord): Promise<void> {
  const why = whyNotUndone(engine, record)
  record.can_undo = why ? 0 : 1
  record.undo_reason = why ? await engine.say(why, ctx.language) : null
  if (!Array.isArray(record.skipped)) return
  const skips = record.skipped as Skip[]
  const isReadable = await readersOf(engine, ctx, skips)
  record.skipped = await presentSkips(engine, ctx, skips, isReadable)
}
