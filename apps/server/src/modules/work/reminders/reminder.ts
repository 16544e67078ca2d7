import { workLimits } from '@tavla/contract'
import { type Behaviour, countOf } from '../../../entity/index.ts'
import { ownOnly } from '../own-only.ts'
import { ignoreClosed, settleReference, tooMany } from '../reference.ts'

const changeable = new Set(['remind_at', 'text', 'status'])

/** Rules of reminders (reference: work, Reminders): each is one's own; one that is due already runs out at once. */
export const reminderBehaviour = (lookAgain: () => void): Behaviour => ({
  ...ownOnly('Reminder'),
  async beforeSave(change) {
    const { before, after, ctx, engine, tx } = change
    ignoreClosed(change, (name) => changeable.has(name))
    await settleReference(change)
    if (!ctx.system) after.user = (before?.user as string | undefined) ?? ctx.actor.user
    if (after.status !== 'Waiting' || before?.status === 'Waiting') return
    const where = { user: String(after.user), status: 'Waiting' }
    const waiting = await countOf(engine, 'Reminder', { where, by: 'user', reader: tx })
    if (waiting >= workLimits.waitingReminders) throw tooMany(workLimits.waitingReminders)
  },
  afterSave({ after, engine, afterCommit }) {
    if (after.status === 'Waiting' && String(after.remind_at) <= engine.clock.nowWall()) afterCommit(lookAgain)
  },
})
