import type { EntityRecord } from '@tavla/contract'
import { type Context, find, type StoredRow, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'

/** Marks open received mails of the record, and the answered one, as replied. */
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
    const where = {
      reference_entity: reference.entity,
      reference_id: reference.id,
      ...{ communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
    }
    for (const { id } of await find(engine, 'Communication', { where, order: 'made', reader: tx })) ids.add(id)
  }
  for (const id of ids) await updateIn(engine, system, tx, 'Communication', id, { status: 'Replied' })
}
