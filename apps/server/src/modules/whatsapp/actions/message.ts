import { notPossibleNow } from '@tavla/contract'
import { type Action, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { queueReceipt } from '../receipts.ts'
import { messageEntity } from '../rows.ts'
import { laneOf, outboxKind } from '../send/queue.ts'

/** Actions of users on a message (reference: http-api, Actions). */
export const messageActions = (site: Site): Action[] => [
  {
    entity: messageEntity,
    name: 'resend',
    kind: 'Send',
    effect: 'sent',
    needs: 'write',
    run: (engine, ctx, { id }) =>
      site.store.write(async (tx) => {
        const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
        if (message?.type !== 'Outgoing' || message.status !== 'Failed') throw notNow(message?.status)
        const system = { ...ctx, system: true }
        const fresh = { error: null, message_id: null }
        await updateIn(engine, system, tx, messageEntity, id, { ...fresh, status: 'Queued', error_code: 0 })
        if (message.communication != null) {
          const values = { ...fresh, delivery_status: 'Queued' }
          await updateIn(engine, system, tx, 'Communication', String(message.communication), values)
        }
        if (!(await site.outbox.retry(tx, outboxKind, id))) await site.outbox.add(tx, outboxKind, id, laneOf(message))
        return { status: 'Queued' }
      }),
  },
  {
    entity: messageEntity,
    name: 'send_read_receipt',
    effect: 'sent',
    needs: 'write',
    async run(_engine, _ctx, { id, type, status }) {
      if (type !== 'Incoming') throw notNow(status)
      await site.store.write((tx) => queueReceipt(site, tx, id))
      return {}
    },
  },
]

const notNow = (status: unknown) =>
  notPossibleNow({
    text: 'This is not possible while the message is {0}.',
    args: [{ translate: String(status), context: 'status' }],
  })
