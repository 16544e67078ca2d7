import { sql } from '../store/sql.ts'
import type { Params, Tx } from '../store/store.ts'
import type { Engine } from './engine.ts'
import { column } from './plan.ts'

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
  if (Object.keys(values).length === 0) return
  const sets = Object.entries(values).flatMap(([name, value]) => {
    const field = model.byName.get(name)
    if (!field) return []
    const set = sql`${column(field.column)} = ${value}`
    return field.fold ? [set, sql`${column(field.fold)} = ${String(value).toLowerCase()}`] : [set]
  })
  const statement = sql`update ${sql.table(model.table.name)} set ${sql.join(sets)} where id = ${id}`.print()
  await tx.run(statement.sql, statement.parameters as Params)
  tx.afterCommit(() => engine.generations.bump(model.id))
}
