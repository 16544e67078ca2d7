import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import { writeTable } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { readTables } from '../reading/read.ts'
import { touchedBy } from './rollups/note-writes.ts'
import { siteRollups } from './rollups/site-rollups.ts'
import { type DerivedWrite, storeDerived } from './rollups/store-derived.ts'
import { workOutRollups } from './rollups/work-out.ts'

/** How far a recalculation came. */
export interface Recalculated {
  /** The last record's place in the table; undefined behind the last one. */
  next: number | undefined
  /** Records that were looked at. */
  count: number
}

/**
 * Works the roll-ups and formulas of some stored records out anew (reference: expressions, Recalculation): those behind
 * `after`, in the order in which they were made. The entity is that of the table by now; none is left of one that was
 * deleted. `atEnd` runs in the same transaction.
 */
export async function recalculateBlock(
  engine: Engine,
  ctx: Context,
  table: string,
  { after, size }: { after: number; size: number },
  atEnd: (tx: Tx, done: Recalculated) => Promise<void>,
): Promise<Recalculated> {
  return writeTable(engine, table, async (tx, model) => {
    const found =
      model && isDerived(engine, model)
        ? await tx.all<{ rid: number; id: string }>(
            sql`select rid, id from ${sql.table(table)} where rid > ${after} order by rid limit ${size}`,
          )
        : []
    // Every transaction locks records in the order of their ids.
    const ids = found.map(({ id }) => id).sort()
    for (const id of ids) if (model) await recalculate({ engine, ctx, tx }, model, id)
    const next = found.length < size ? undefined : found.at(-1)?.rid
    const done = { next, count: found.length }
    await atEnd(tx, done)
    return done
  })
}

/** Whether records of the entity hold values that are worked out. */
const isDerived = (engine: Engine, model: Model): boolean =>
  (rulesOf(engine, model)?.formulas.length ?? 0) > 0 || siteRollups(engine).of.has(model.id)

async function recalculate(write: DerivedWrite, model: Model, id: string): Promise<void> {
  const { engine, ctx, tx } = write
  const stored = await engine.rows(model).byIdLocked(tx, id)
  if (!stored) return
  const tables = await readTables(engine, tx, model, id)
  const row = { ...stored }
  await workOutRollups(write, model, row)
  await storeDerived(write, touchedBy(engine, ctx, tx), model, { row: stored, tables }, row)
}
