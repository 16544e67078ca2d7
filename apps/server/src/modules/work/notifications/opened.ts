import { type Context, type Engine, find, setSilently } from '../../../entity/index.ts'
import type { Notices } from './notices.ts'

/** Marks as read what the caller was told about a record, which they have opened. */
export async function readAbout(
  engine: Engine,
  notices: Notices,
  { actor: { user } }: Context,
  record: { entity: string; id: string },
): Promise<void> {
  const where = { reference_id: record.id, reference_entity: record.entity, user, status: 'Unread' }
  const rows = await find(engine, 'Notification', { where, by: 'reference_id' })
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await engine.store.write((tx) => setSilently(engine, tx, 'Notification', ids, { status: 'Read' }))
  await notices.events.tell(user, { id: null, kind: null })
}
