import { sql } from '../../store/sql.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { Change } from '../types.ts'
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
