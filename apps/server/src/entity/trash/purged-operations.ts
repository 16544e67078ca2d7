import { textOf } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { findOne } from '../reading/lookup.ts'
import { Plans, Slot } from '../tables/plan.ts'

/** A Trash Item that is about to go for ever. */
type Item = Readonly<Record<string, unknown>>

/** Marks the operations of which nothing is left to undo, once this item is gone (reference: metadata, Operations). */
export async function markPurged(engine: Engine, tx: Tx, item: Item): Promise<void> {
  await markSingle(engine, tx, item)
  const operation = textOf(item.operation_id)
  const where = { operation_id: operation, id: { not: String(item.id) } }
  const isLast = operation !== '' && !(await findOne(engine, 'Trash Item', { where, by: 'operation_id', reader: tx }))
  if (isLast && !(await hasLiving(engine, tx, operation))) await mark(engine, tx, operation)
  tx.afterCommit(() => engine.generations.bump('Operation Log'))
}

const plans = new Plans()

/** The operations that wrote this record alone. */
async function markSingle(engine: Engine, tx: Tx, { ref_entity, ref_id, deleted_at }: Item): Promise<void> {
  const plan = plans.of(engine, 'single', () => {
    const [log, versions] = tablesOf(engine)
    return sql`update ${log} set c_reason = 'purged' where c_reason is null and c_record_count = 1
      and c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} and id_fold in (
        select c_operation_id from ${versions}
        where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} and c_at <= ${new Slot(2)})`
  })
  await tx.run(plan.with([ref_entity, ref_id, deleted_at]))
}

/** Whether a record of the operation is there, or there again. */
async function hasLiving(engine: Engine, tx: Tx, operation: string): Promise<boolean> {
  const [, versions] = tablesOf(engine)
  const named = await tx.all<{ entity: string | null }>(
    sql`select distinct c_ref_entity as entity from ${versions} where c_operation_id = ${operation}`,
  )
  for (const { entity } of named) {
    const model = engine.models.get(entity ?? '')
    if (!model) continue
    const ids = sql`select c_ref_id from ${versions} where c_operation_id = ${operation} and c_ref_entity = ${model.id}`
    const table = sql.table(model.table.name)
    if (await tx.get(sql`select 1 as found from ${table} where id in (${ids}) limit 1`)) return true
  }
  return false
}

async function mark(engine: Engine, tx: Tx, operation: string): Promise<void> {
  const [log] = tablesOf(engine)
  await tx.run(sql`update ${log} set c_reason = 'purged' where id_fold = ${operation} and c_reason is null`)
}

const tablesOf = (engine: Engine) =>
  ['Operation Log', 'Version'].map((name) => sql.table(engine.models.require(name).table.name)) as [Table, Table]

type Table = ReturnType<typeof sql.table>
