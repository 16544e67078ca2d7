import type { EntityRecord } from '@tavla/contract'
import { type StoredRow, updateIn } from '../../../entity/index.ts'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import type { Context } from '../../../entity/types.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'

/** What of the record waited for an answer by mail has got one. */
export async function markReplied(
  { engine }: Site,
  system: Context,
  tx: Tx,
  reference: { entity: string; id: string } | null,
  answered: EntityRecord | StoredRow | null,
): Promise<void> {
  const ids = new Set<string>()
  if (answered?.status === 'Open') ids.add(String(answered.id))
  if (reference) {
    const { table } = engine.models.require('Communication')
    const plan = engine.plans.get(
      'open emails',
      () =>
        new Plan(sql`select id from ${sql.table(table.name)}
          where ${column('c_reference_entity')} = ${new Slot(0)} and ${column('c_reference_id')} = ${new Slot(1)}
          and ${column('c_communication_medium')} = 'Email' and ${column('c_sent_or_received')} = 'Received'
          and ${column('c_status')} = 'Open' order by rid`),
    )
    for (const { id } of await plan.all<{ id: string }>(tx, [reference.entity, reference.id])) ids.add(id)
  }
  for (const id of ids) await updateIn(engine, system, tx, 'Communication', id, { status: 'Replied' })
}
