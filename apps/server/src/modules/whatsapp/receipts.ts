import { type RecordEvent, systemContext, updateIn } from '../../entity/index.ts'
import type { Sender } from '../../outbox/outbox.ts'
import { FinalRefusal } from '../../outbox/send-errors.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { connectionOf } from './connection.ts'
import { callGraph, GraphError } from './graph.ts'
import { contactOf, messageEntity, providerIdOf } from './rows.ts'

const kind = 'whatsapp read'

/** Sends read receipts through the outbox, like any message (reference: http-api, Actions). */
export function receiptSender(site: Site): Sender {
  const { store } = site
  return {
    kind,
    atOnce: 4,
    retryAfter: [30_000, 600_000],
    recipients: (id, reader) => contactOf(site, reader, id),
    async send(id) {
      const { engine } = site
      const message = await engine.rows(engine.models.require(messageEntity)).byId(store, id)
      const connection = message && (await connectionOf(site, String(message.whatsapp_webhook ?? '')))
      if (!message || !connection?.isActive) throw new FinalRefusal({ text: 'The WhatsApp connection is not active.' })
      if (!connection.isLive) return undefined
      const json = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: providerIdOf(String(message.message_id)),
      }
      const path = `${encodeURIComponent(connection.phoneNumberId ?? '')}/messages`
      await callGraph(site, connection, path, { method: 'POST', json }).catch((error: unknown) => {
        throw error instanceof GraphError ? error.forOutbox() : error
      })
      return undefined
    },
    async mirror(tx, id, { state }) {
      const { engine } = site
      const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
      if (state !== 'Sent' || !message || message.read_at != null) return
      await updateIn(engine, systemContext(engine), tx, messageEntity, id, { read_at: engine.clock.nowUtc() })
    },
  }
}

/** Queues a read receipt, once for each message. */
export async function queueReceipt(site: Site, tx: Tx, id: string): Promise<void> {
  const queued = sql<{ found: number }>`select 1 as found from outbox where kind = ${kind} and ref = ${id}
    and state in ('Queued', 'Held', 'Sending', 'Sent') limit 1`
  if (!(await tx.get(queued))) await site.outbox.add(tx, kind, id)
}

/**
 * Queues a read receipt when a user has seen a received message, if the connection allows it; returns a function that
 * stops this.
 */
export function sendReceiptsWhenSeen(site: Site): () => void {
  return site.engine.listen((event) => {
    if (isSeen(event)) site.inBackground(queueFor(site, event.id))
  })
}

const isSeen = ({ entity, action, changed }: RecordEvent) =>
  entity === 'Communication' && action === 'updated' && changed.includes('seen')

async function queueFor(site: Site, communicationId: string): Promise<void> {
  const { engine, store } = site
  const row = await engine.rows(engine.models.require('Communication')).byId(store, communicationId)
  if (row?.sent_or_received !== 'Received' || row.whatsapp_message == null || row.seen !== 1) return
  const connection = await connectionOf(site, String(row.whatsapp_webhook ?? ''))
  if (!connection?.marksRead || !connection.isActive) return
  await store.write((tx) => queueReceipt(site, tx, String(row.whatsapp_message)))
}
