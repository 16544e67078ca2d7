import { fold } from '@tavla/fields/server'
import { sql } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import type { Engine } from './engine.ts'
import { column, Plan, Slot } from './plan.ts'
import { isRecord } from './rows.ts'

/**
 * Sets system times of a record without making a change of it: no version, no event, and `modified` stays, so that
 * nobody who has the record open meets a conflict because its owner is at work. Times are UTC text; a mailbox notes how far it was read.
 */
export async function touch(
  engine: Engine,
  tx: Tx,
  entity: 'User' | 'Session' | 'Email Queue' | 'Email Account' | 'Whatsapp Webhook',
  id: string,
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  const model = engine.models.require(entity)
  const fields = model.stored.filter((field) => values[field.name] !== undefined)
  if (fields.length === 0) return
  const names = fields.map((field) => field.name).join()
  const plan = engine.plans.get(`touch|${engine.models.generation}|${entity}|${names}`, () => {
    const sets = fields.flatMap((field, at) => {
      const set = sql`${column(field.column)} = ${new Slot(2 + 2 * at)}`
      return field.fold ? [set, sql`${column(field.fold)} = ${new Slot(3 + 2 * at)}`] : [set]
    })
    return new Plan(
      sql`update ${sql.table(model.table.name)} set ${sql.join(sets)} where ${isRecord(new Slot(0), new Slot(1))}`,
    )
  })
  const bound = fields.flatMap(({ name }) => [values[name], fold(String(values[name]))])
  await plan.run(tx, [id, fold(id), ...bound])
  tx.afterCommit(() => engine.generations.bump(model.id))
}
