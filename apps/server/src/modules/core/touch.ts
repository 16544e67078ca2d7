import type { Engine } from '../../entity/engine.ts'
import { column } from '../../entity/plan.ts'
import { run } from '../../outbox/system-sql.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Sets system times of a record without making a change of it: no version, no event, and `modified` stays, so that
 * nobody who has the record open meets a conflict because its owner is at work. Times are UTC text.
 */
export async function touch(
  engine: Engine,
  tx: Tx,
  entity: 'User' | 'Session' | 'Email Queue',
  id: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const model = engine.models.require(entity)
  if (Object.keys(values).length === 0) return
  const sets = Object.entries(values).flatMap(([name, value]) => {
    const field = model.byName.get(name)
    if (!field) return []
    const set = sql`${column(field.column)} = ${value}`
    return field.fold ? [set, sql`${column(field.fold)} = ${value.toLowerCase()}`] : [set]
  })
  const statement = sql`update ${sql.table(model.table.name)} set ${sql.join(sets)} where id = ${id}`
  await run(tx, statement)
  tx.afterCommit(() => engine.generations.bump(model.id))
}
