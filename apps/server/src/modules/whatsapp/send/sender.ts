import { randomBytes } from 'node:crypto'
import { type Message, Problem } from '@tavla/contract'
import { readTables, type StoredRow, systemContext, updateIn, updateRecord } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { addMillis } from '../../../ground/utc-text.ts'
import type { OutboxNote, Sender } from '../../../outbox/outbox.ts'
import { convertRefusal, currentSender, moveToThread, takeBack } from '../../../outbox/scheduled.ts'
import { FinalRefusal, UncertainDelivery } from '../../../outbox/send-errors.ts'
import type { Site } from '../../../site.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { type Connection, connectionOf, webhookEntity } from '../connection.ts'
import { callGraph, GraphError } from '../graph.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { contactOf, messageEntity } from '../rows.ts'
import { composeMessage } from './compose.ts'
import { advance } from './progress.ts'
import { markContactReplied, outboxKind } from './queue.ts'

const possibleDuplicate = encodeSentence({ text: 'The first attempt was cut off. It may have arrived twice.' })
/**
 * Delay until a message of the sandbox counts as delivered, in milliseconds (reference: conversations, Sending
 * WhatsApp).
 */
const sandboxDelay = 1000

/**
 * Sends WhatsApp messages through the Cloud API; the sandbox sends nothing (reference: conversations, Sending
 * WhatsApp).
 */
export function whatsappSender(site: Site, inbox: Inbox): Sender {
  const codes = new Map<string, number>()
  return {
    kind: outboxKind,
    atOnce: 1,
    retryAfter: [5_000, 30_000, 120_000, 600_000],
    // Retry time-outs like other failures; if the message did arrive, the provider's status call, which names it, ends
    // the retries.
    maxRepeats: 4,
    recipients: (id, reader) => contactOf(site, reader, id),
    release: (id) => checkScheduled(site, id),
    async send(id, { mayRepeat }) {
      codes.delete(id)
      try {
        await sendMessage(site, inbox, id, mayRepeat)
      } catch (error) {
        if (!(error instanceof GraphError)) throw error
        codes.set(id, error.code)
        throw error.forOutbox()
      }
      return undefined
    },
    async mirror(tx, id, note) {
      await mirrorState(site, tx, id, note, codes.get(id) ?? 0)
      if (note.state !== 'Sending') tx.afterCommit(() => codes.delete(id))
    },
  }
}

async function sendMessage(site: Site, inbox: Inbox, id: string, mayRepeat: boolean): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byId(engine.store, id)
  if (!message) throw new FinalRefusal({ text: 'The message is gone.' })
  // A status has reported in the meantime that it left.
  if (message.message_id !== null && message.status !== 'Queued' && message.status !== 'Held') return
  const connection = await connectionOf(site, String(message.whatsapp_webhook ?? ''))
  if (!connection?.isActive) throw new FinalRefusal({ text: 'The WhatsApp connection is not active.' })
  const answer = connection.isLive
    ? await postMessage(site, connection, message)
    : { messageId: `sandbox.${randomBytes(12).toString('hex')}` }
  const at = engine.clock.nowUtc()
  await site.store
    .write(async (tx) => {
      const now = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
      if (!now) return
      await advance(site, tx, now, 'Sent', { ...answer, at, error: mayRepeat ? possibleDuplicate : null })
      if (!connection.isLive) await inbox.add(tx, 'whatsapp delivered', id, '', addMillis(at, sandboxDelay))
    })
    .catch((error: unknown) => {
      // The message has left, so a fault in noting that must not send it again.
      throw error instanceof Problem ? new FinalRefusal(error.detail) : error
    })
}

async function postMessage(
  site: Site,
  connection: Connection,
  message: Parameters<typeof composeMessage>[2],
): Promise<{ messageId: string }> {
  try {
    const json = await composeMessage(site, connection, message)
    const path = `${encodeURIComponent(connection.phoneNumberId ?? '')}/messages`
    const { messages } = await callGraph(site, connection, path, { method: 'POST', json }).catch(rethrowCutOff)
    const [first] = Array.isArray(messages) ? (messages as { id?: unknown }[]) : []
    if (typeof first?.id !== 'string') throw new GraphError({ text: 'WhatsApp gave no ID for the message.' })
    await noteHealth(site, connection.id, null)
    return { messageId: first.id }
  } catch (error) {
    if (error instanceof GraphError && error.isAboutConnection) await noteHealth(site, connection.id, error.sentence)
    throw error
  }
}

/** Marks a message without an answer as one that may have left, so that the retry is marked as a possible duplicate. */
function rethrowCutOff(error: unknown): never {
  throw error instanceof GraphError && error.isCutOff ? new UncertainDelivery(error.sentence, error) : error
}

/** Notes the fault of a connection, or makes it Active again. */
export async function noteHealth(site: Site, id: string, fault: Message | null): Promise<void> {
  const { engine } = site
  const error = fault && encodeSentence(fault)
  const row = await engine.rows(engine.models.require(webhookEntity)).byId(engine.store, id)
  const values = { status: error === null ? 'Active' : 'Error', last_error: error }
  if (!row || row.status === 'Inactive') return
  if (row.status === values.status && (row.last_error ?? null) === error) return
  await updateRecord(engine, systemContext(engine), webhookEntity, id, values)
}

const waiting = new Set(['Scheduled', 'Queued', 'Held'])

async function communicationOf({ engine }: Site, reader: Reader, { communication }: StoredRow) {
  if (typeof communication !== 'string') return undefined
  return engine.rows(engine.models.require('Communication')).byId(reader, communication)
}

/** Checks again, when a scheduled message leaves, that its sender may send it and its files. @throws FinalRefusal */
async function checkScheduled(site: Site, id: string): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byId(engine.store, id)
  const communication = message && (await communicationOf(site, engine.store, message))
  if (!communication) throw new FinalRefusal({ text: 'The message is gone.' })
  const sender = await currentSender(engine, communication, messageEntity)
  const model = engine.models.require('Communication')
  const { attachments = [] } = await readTables(engine, engine.store, model, String(communication.id))
  await convertRefusal(() => Promise.all(attachments.map(({ file }) => site.files.find(sender, String(file)))))
}

/** Copies the outbox's state to the message until the provider reports its own. */
async function mirrorState(site: Site, tx: Tx, id: string, note: OutboxNote, errorCode: number): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
  if (!message || !waiting.has(String(message.status))) return
  const { error, state } = note
  const communication = await communicationOf(site, tx, message)
  if (state === 'Cancelled') {
    await updateIn(engine, systemContext(engine), tx, messageEntity, id, { status: 'Cancelled', error: null })
    if (communication) await takeBack(engine, tx, communication)
    return
  }
  if (communication && (await moveToThread(engine, tx, communication)) && state !== 'Error') {
    await markContactReplied(site, systemContext(engine), tx, String(message.whatsapp_contact_id))
  }
  if (state === 'Error') {
    await advance(site, tx, message, 'Failed', { at: engine.clock.nowUtc(), error, errorCode })
    return
  }
  if (state === 'Sent') return
  const system = systemContext(engine)
  await updateIn(engine, system, tx, messageEntity, id, {
    status: state === 'Held' ? 'Held' : 'Queued',
    error,
    error_code: errorCode,
  })
  if (!communication) return
  const delivery_status = state === 'Sending' ? 'Sending' : 'Queued'
  await updateIn(engine, system, tx, 'Communication', String(message.communication), { delivery_status, error })
}
