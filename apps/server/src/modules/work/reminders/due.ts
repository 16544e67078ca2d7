import { type Engine, type FoundRecord, find, systemContext, updateIn } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import type { Notices } from '../notifications/notices.ts'
import { makeUnread } from '../notifications/unread.ts'
import { lockAbout } from '../reference.ts'

const atOnce = 100

/**
 * Turns reminders that are due into notifications, each once: the reminder is done in the same transaction, so neither a
 * restart nor a clock that was set back tells it again.
 */
export async function runOutReminders(engine: Engine, notices: Notices): Promise<void> {
  for (;;) {
    const due = await find(engine, 'Reminder', {
      where: { status: 'Waiting', remind_at: { below: `${engine.clock.nowWall()}z` } },
      fields: ['user', 'reference_entity', 'reference_id', 'text'],
      by: 'status',
      limit: atOnce,
    })
    for (const one of due) await engine.store.write((tx) => runOut(engine, notices, tx, one))
    if (due.length < atOnce) return
  }
}

type Due = FoundRecord<'user' | 'reference_entity' | 'reference_id' | 'text'>

async function runOut(engine: Engine, notices: Notices, tx: Tx, due: Due): Promise<void> {
  const about = await lockAbout(engine, tx, due)
  const row = await engine.rows(engine.models.require('Reminder')).byIdLocked(tx, due.id)
  if (row?.status !== 'Waiting') return
  await updateIn(engine, systemContext(engine), tx, 'Reminder', due.id, { status: 'Done' })
  if (!about) return
  const text = due.text === null ? null : { text: '{0}', args: [String(due.text)] }
  await notices.tell(tx, { kind: 'Reminder', user: String(due.user), about, text, actor: null })
}

/** Notifications that were put off until now are unread again, one for each kind and record. */
export async function wakePutOff(engine: Engine, notices: Notices): Promise<void> {
  const due = await find(engine, 'Notification', {
    where: { status: 'Later', later_until: { below: `${engine.clock.nowWall()}z` } },
    fields: ['user', 'kind'],
    by: 'status',
    limit: 1_000,
  })
  if (due.length === 0) return
  for (const { id } of due) await engine.store.write((tx) => makeUnread(engine, tx, id, ['Later']))
  for (const user of new Set(due.map((one) => String(one.user))))
    await notices.events.tell(user, { id: null, kind: null })
}
