import { type Behaviour, type Change, requireReference, seenWithReference } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import { takeBack } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { checkOutgoing } from '../send/check.ts'
import { queueOutgoing } from '../send/queue.ts'

/**
 * Rules of messages (reference: conversations, Sending WhatsApp): creating an outgoing message sends it, whichever
 * route or user creates it.
 */
export const whatsappMessageBehaviour = (site: Site): Behaviour => ({
  entity: 'Whatsapp Message',
  async beforeSave(change) {
    await requireReference(change, 'reference_entity', 'reference_id')
    if (change.before) {
      if (!change.ctx.system) keepContent(change)
    } else if (isToSend(change)) await checkOutgoing(site, change)
    else if (change.after.type === 'Incoming') change.after.status = 'Received'
  },
  async afterSave(change) {
    if (change.action === 'create' && isToSend(change)) await queueOutgoing(site, change)
  },
  async afterDelete({ engine, tx, id, before }) {
    await site.outbox.cancel(tx, 'whatsapp', id)
    if (before?.status !== 'Scheduled' || typeof before.communication !== 'string') return
    const communication = await engine.rows(engine.models.require('Communication')).byId(tx, before.communication)
    if (communication) await takeBack(engine, tx, communication)
  },
  beforeRestore({ row }) {
    // It stays here: coming back sends nothing.
    if (unsent.has(String(row.status))) Object.assign(row, { status: 'Cancelled', send_at: null })
  },
  visible: seenWithReference('reference_entity', 'reference_id'),
  present: sentencePresenter(site, 'error'),
})

const unsent = new Set(['Scheduled', 'Queued', 'Held'])

/** Outgoing messages, except those that the server itself stores as sent already. */
const isToSend = ({ ctx, after }: Change) =>
  after.type === 'Outgoing' && !(ctx.system && after.status !== 'Queued' && after.status !== 'Scheduled')

/** Keeps the content; only the record that the message belongs to may change. */
function keepContent({ model, before, after }: Change): void {
  for (const { name } of model.stored) {
    if (name === 'reference_entity' || name === 'reference_id') continue
    after[name] = (before?.[name] ?? null) as string | number | null
  }
}
