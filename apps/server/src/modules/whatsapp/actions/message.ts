import { notPossibleNow } from '@tavla/contract'
import { type Action, type StoredRow, updateIn } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { queueReceipt } from '../receipts.ts'
import { messageEntity } from '../rows.ts'
import { advance } from '../send/progress.ts'
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
    name: 'retry',
    kind: 'Send',
    effect: 'sent',
    needs: 'write',
    run: (engine, ctx, { id }) =>
      site.store.write(async (tx) => {
        const message = await heldMessage(site, tx, id)
        if (!(await site.outbox.retry(tx, outboxKind, id))) throw notNow(message.status)
        const queued = { status: 'Queued', error: null }
        await updateIn(engine, { ...ctx, system: true }, tx, messageEntity, id, queued)
        return { status: 'Queued' }
      }),
  },
  {
    entity: messageEntity,
    name: 'cancel',
    effect: 'sent',
    needs: 'write',
    run: (engine, _ctx, { id }) =>
      site.store.write(async (tx) => {
        const message = await heldMessage(site, tx, id)
        if (!(await site.outbox.cancel(tx, outboxKind, id))) throw notNow(message.status)
        const error = encodeSentence({ text: 'Cancelled' })
        await advance(site, tx, message, 'Failed', { at: engine.clock.nowUtc(), error })
        return { status: 'Failed' }
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

/** @throws Problem 409 unless the message is held */
async function heldMessage({ engine }: Site, tx: Tx, id: string): Promise<StoredRow> {
  const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
  if (message?.status !== 'Held') throw notNow(message?.status)
  return message
}

const notNow = (status: unknown) =>
  notPossibleNow({
    text: 'This is not possible while the message is {0}.',
    args: [{ translate: String(status), context: 'status' }],
  })
