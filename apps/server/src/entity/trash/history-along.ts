import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { Plans, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { logTables } from './log-tables.ts'

const plans = new Plans()

/**
 * Gives a record that comes back under another id its versions and operations. When a record was renamed to the former id
 * meanwhile, nobody can tell the two histories apart any more, and they stay where they are.
 */
export async function takeHistoryAlong(
  engine: Engine,
  tx: Tx,
  item: Readonly<StoredRow>,
  { entity, id }: { entity: string; id: string },
): Promise<void> {
  const { log, versions } = logTables(engine)
  const of = sql`c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)}`
  // An earlier record with this id has a life of its own.
  const ofLife = sql`c_at >= ${new Slot(4)} and c_at <= ${new Slot(2)}`
  const row = await engine.rows(engine.models.require(entity)).byId(tx, id)
  const values = [entity, item.ref_id, item.deleted_at, id, row?.creation ?? '']
  const run = (shape: string, build: () => ReturnType<typeof sql>) =>
    tx.run(plans.of(engine, shape, build).with(values))
  const isMixed = plans.of(
    engine,
    'mixed',
    () => sql`select 1 as found from ${versions}
    where ${of} and c_action = 'Renamed' and c_at > ${new Slot(2)} limit 1`,
  )
  if (await tx.get(isMixed.with(values))) return
  await run(
    'operations',
    () => sql`update ${log} set c_ref_id = ${new Slot(3)} where ${of} and id_fold in (
    select c_operation_id from ${versions} where ${of} and ${ofLife})`,
  )
  await run('versions', () => sql`update ${versions} set c_ref_id = ${new Slot(3)} where ${of} and ${ofLife}`)
  tx.afterCommit(() => {
    for (const name of ['Version', 'Operation Log']) engine.generations.bump(name)
  })
}
