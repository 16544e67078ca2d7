import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { nameInLogs } from '../definitions/given-names.ts'
import type { Engine } from '../engine.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { logTables } from './log-tables.ts'

/** A Trash Item that is about to go for ever. */
type Item = Readonly<Record<string, unknown>>

const plans = new Plans()

/** Operations of many records, which are looked at once at the end of a transaction that erases several of these. */
const shared = new WeakMap<Tx, Set<string>>()

/** Marks the operations of which nothing is left to undo, once this item is gone (reference: metadata, Operations). */
export async function markPurged(engine: Engine, tx: Tx, { ref_entity, ref_id, deleted_at }: Item): Promise<void> {
  const written = plans.of(engine, 'written', () => {
    const { log, versions } = logTables(engine)
    return sql`select id, c_record_count as count from ${log} where c_reason is null and c_record_count > 0 and id_fold in (
        select c_operation_id from ${versions}
        where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} and c_at <= ${new Slot(2)})`
  })
  const found = await tx.all<{ id: string; count: number }>(written.with([ref_entity, ref_id, deleted_at]))
  for (const { id, count } of found) {
    if (Number(count) === 1) await mark(engine, tx, id)
    else sharedIn(engine, tx).add(id)
  }
  tx.afterCommit(() => engine.generations.bump('Operation Log'))
}

/** Marks the operations that wrote only records of this deleted entity. */
export async function markPurgedEntity(engine: Engine, tx: Tx, table: string, name: string): Promise<void> {
  const { log } = logTables(engine)
  const entity = await nameInLogs(engine, tx, table, name)
  await tx.run(sql`update ${log} set c_reason = 'purged' where c_reason is null and c_ref_entity = ${entity}`)
}

function sharedIn(engine: Engine, tx: Tx): Set<string> {
  const known = shared.get(tx)
  if (known) return known
  const operations = new Set<string>()
  shared.set(tx, operations)
  tx.beforeCommit(async () => {
    for (const operation of operations) {
      const isLeft = (await isInTrash(engine, tx, operation)) || (await hasLiving(engine, tx, operation))
      if (!isLeft) await mark(engine, tx, operation)
    }
  })
  return operations
}

/** Whether a record of the operation is in the trash. */
async function isInTrash(engine: Engine, tx: Tx, operation: string): Promise<boolean> {
  const { versions } = logTables(engine)
  const items = sql.table(engine.models.require('Trash Item').table.name)
  const found = await tx.get(sql`select 1 as found from ${items} item
    join ${versions} version on version.c_ref_id = item.c_ref_id and version.c_ref_entity = item.c_ref_entity
    where version.c_operation_id = ${operation} limit 1`)
  return found !== undefined
}

/** Versions that are read at once. */
const pageSize = 500

interface Written {
  rid: number
  entity: string
  id: string
}

/** Whether a record of the operation is there, or there again, or went with its whole entity, which may come back. */
async function hasLiving(engine: Engine, tx: Tx, operation: string): Promise<boolean> {
  const { dialect } = engine.store
  const { versions } = logTables(engine)
  for (let after = 0; ; ) {
    const page = await tx.all<Written>(sql`select rid, c_ref_entity as entity, c_ref_id as id from ${versions}
      where c_operation_id = ${operation} and c_ref_entity is not null and rid > ${after}
      order by rid limit ${sql.lit(pageSize)}`)
    for (const [entity, named] of Map.groupBy(page, (one) => one.entity)) {
      const model = engine.models.get(entity)
      if (!model) return true
      const among = dialect.isOneOf(sql`id_fold`, dialect.listParam(named.map(({ id }) => fold(id))), 'text')
      if (await tx.get(sql`select 1 as found from ${sql.table(model.table.name)} where ${among} limit 1`)) return true
    }
    if (page.length < pageSize) return false
    after = Number(page.at(-1)?.rid)
  }
}

async function mark(engine: Engine, tx: Tx, operation: string): Promise<void> {
  const { log } = logTables(engine)
  await tx.run(sql`update ${log} set c_reason = 'purged' where id_fold = ${operation} and c_reason is null`)
}
