import { type Engine, findOne, setSilently } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { aboutIt, lockAbout } from '../reference.ts'

const entity = 'Notification'

/** The fields that unread rows are one by: one for each person, kind and record. */
interface Place {
  user: string
  kind: string
  reference_id: string
  reference_entity: string
}

/** The unread row of a person about a record. */
export const unreadRow = (engine: Engine, tx: Tx, place: Place) =>
  findOne(engine, entity, {
    where: { ...place, status: 'Unread' },
    fields: ['count'],
    by: 'reference_id',
    reader: tx,
  })

/**
 * Makes a row unread again that stands in one of these states. Where its person has an unread one of the same kind about
 * the same record by now, that one takes it in, so that they are told once.
 */
export async function makeUnread(engine: Engine, tx: Tx, id: string, from: readonly string[]): Promise<void> {
  const fields = ['user', 'kind', 'reference_id', 'reference_entity'] as const
  const found = await findOne(engine, entity, { where: { id }, fields, reader: tx })
  if (!found) return
  // The record is locked before its rows, as where somebody is told of it.
  const about = found.reference_id === null ? undefined : await lockAbout(engine, tx, found)
  const row = await engine.rows(engine.models.require(entity)).byIdLocked(tx, id)
  if (!row || !from.includes(String(row.status))) return
  const place = { user: String(found.user), kind: String(found.kind) }
  const other = about && (await unreadRow(engine, tx, { ...place, ...aboutIt(about) }))
  await setSilently(engine, tx, entity, id, { status: other ? 'Done' : 'Unread', later_until: null })
  if (other) await setSilently(engine, tx, entity, other.id, { count: Number(other.count) + Number(row.count) })
}
