import { limits, textOf } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { Plans, Slot } from '../tables/plan.ts'

/** A Trash Item that is about to go for ever. */
type Item = Readonly<Record<string, unknown>>

/** Marks the operations of which nothing is left to undo, once this item is gone (reference: metadata, Operations). */
export async function markPurged(engine: Engine, tx: Tx, item: Item): Promise<void> {
  await markSingle(engine, tx, item)
  for (const operation of await sharedOperations(engine, tx, item)) {
    const isLeft = (await isInTrash(engine, tx, operation, item)) || (await hasLiving(engine, tx, operation))
    if (!isLeft) await mark(engine, tx, operation)
  }
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

/**
 * The operations that wrote this record and others. For those of very many records this would be asked too often: their
 * undo lists each record as purged.
 */
async function sharedOperations(engine: Engine, tx: Tx, { ref_entity, ref_id, deleted_at }: Item): Promise<string[]> {
  const plan = plans.of(engine, 'shared', () => {
    const [log, versions] = tablesOf(engine)
    return sql`select id from ${log} where c_reason is null and c_record_count between 2 and ${limits.bulkItems}
      and id_fold in (select c_operation_id from ${versions}
        where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} and c_at <= ${new Slot(2)})`
  })
  return (await tx.all<{ id: string }>(plan.with([ref_entity, ref_id, deleted_at]))).map(({ id }) => id)
}

/** Whether another record of the operation is in the trash. */
async function isInTrash(engine: Engine, tx: Tx, operation: string, { id }: Item): Promise<boolean> {
  const [, versions] = tablesOf(engine)
  const items = sql.table(engine.models.require('Trash Item').table.name)
  const found = await tx.get(sql`select 1 as found from ${items} item
    join ${versions} version on version.c_ref_id = item.c_ref_id and version.c_ref_entity = item.c_ref_entity
    where version.c_operation_id = ${operation} and item.id <> ${textOf(id)} limit 1`)
  return found !== undefined
}

/** Whether a record of the operation is there, or there again. */
async function hasLiving(engine: Engine, tx: Tx, operation: string): Promise<boolean> {
  const { dialect } = engine.store
  const [, versions] = tablesOf(engine)
  const written = await tx.all<{ entity: string | null; id: string }>(
    sql`select distinct c_ref_entity as entity, c_ref_id as id from ${versions} where c_operation_id = ${operation}`,
  )
  for (const [entity, named] of Map.groupBy(written, (one) => one.entity ?? '')) {
    const model = engine.models.get(entity)
    if (!model) continue
    const among = dialect.isOneOf(sql`id_fold`, dialect.listParam(named.map(({ id }) => fold(id))), 'text')
    if (await tx.get(sql`select 1 as found from ${sql.table(model.table.name)} where ${among} limit 1`)) return true
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
