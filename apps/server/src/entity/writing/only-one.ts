import { sql } from '../../store/sql.ts'
import { exists } from '../reading/lookup.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { Change, RestoredRecord } from '../types.ts'
import { updateIn } from './write.ts'

/** Keeps a flag on a single record: when it was just set, every other record loses it. For `afterSave`. */
export async function keepOnlyOne(change: Change, fieldname: string): Promise<void> {
  const { engine, tx, model, ctx, id, before, after } = change
  if (after[fieldname] !== 1 || before?.[fieldname] === 1) return
  const others = new Plan(
    sql`select id from ${sql.table(model.table.name)} where ${column(`c_${fieldname}`)} = 1 and id <> ${new Slot(0)}`,
  )
  for (const other of await tx.all<{ id: string }>(others.with([id]))) {
    await updateIn(engine, { ...ctx, system: true }, tx, model.id, other.id, { [fieldname]: 0 })
  }
}

/** Takes such a flag from a record that comes back, when another one has it by now. For `beforeRestore`. */
export async function keepFlagOfOther(
  { engine, tx, row }: RestoredRecord,
  entity: string,
  flag: string,
): Promise<void> {
  if (row[flag] === 1 && (await exists(engine, entity, { [flag]: 1 }, tx))) row[flag] = 0
}
