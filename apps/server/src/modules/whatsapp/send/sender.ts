import { randomBytes } from 'node:crypto'
import { type Message, Problem } from '@tavla/contract'
import { addMillis, readTables, type StoredRow, systemContext, updateIn, updateRecord } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { FinalRefusal, MayHaveLeft } from '../../../outbox/not-sent.ts'
import type { OutboxNote, Sender } from '../../../outbox/outbox.ts'
import { beginLeaving, orRefuse, senderNow, takeBack } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { type Connection, connectionOf, webhookEntity } from '../connection.ts'
import { callGraph, GraphError } from '../graph.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { messageEntity } from '../rows.ts'
import { composeMessage } from './compose.ts'
import { advance } from './progress.ts'
import { answerEarlier, outboxKind } from './queue.ts'

const mayBeTwice = encodeSentence({ text: 'The first attempt was cut off. It may have arrived twice.' })
/** A message of the sandbox arrives after this long (reference: conversations, Sending WhatsApp). Milliseconds. */
const sandboxDelay = 1000

/** WhatsApp by the Cloud API, or by nothing at all in the sandbox (reference: conversations, Sending WhatsApp). */
export function whatsappSender(site: Site, inbox: Inbox): Sender {
  const codes = new Map<string, number>()
  return {
    kind: outboxKind,
    atOnce: 1,
    retryAfter: [5_000, 30_000, 120_000, 600_000],
    // Time-outs are tried again like other failures; the provider's own call, which names the message, ends that when it arrived.
    mostRepeats: 4,
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
  // A status has told in the meantime that it left.
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
      await advance(site, tx, now, 'Sent', { ...answer, at, error: mayRepeat ? mayBeTwice : null })
      if (!connection.isLive) await inbox.add(tx, 'whatsapp delivered', id, '', addMillis(at, sandboxDelay))
    })
    .catch((error: unknown) => {
      // It has left: whatever keeps it from being noted is no reason to send it again.
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
    const { messages } = await callGraph(site, connection, path, { method: 'POST', json }).catch(cutOff)
    const [first] = Array.isArray(messages) ? (messages as { id?: unknown }[]) : []
    if (typeof first?.id !== 'string') throw new GraphError({ text: 'WhatsApp gave no ID for the message.' })
    await noteHealth(site, connection.id, null)
    return { messageId: first.id }
  } catch (error) {
    if (error instanceof GraphError && error.isAboutConnection) await noteHealth(site, connection.id, error.sentence)
    throw error
  }
}

/** A message whose answer never came may be with its reader: what is sent again is marked. */
function cutOff(error: unknown): never {
  throw error instanceof GraphError && error.isCutOff ? new MayHaveLeft(error.sentence, error) : error
}

/** A connection that refuses says why, where its people look; one that works again is Active again. */
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

/** What held when a message was scheduled has to hold when it leaves. @throws FinalRefusal */
async function checkScheduled(site: Site, id: string): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byId(engine.store, id)
  const said = message && (await communicationOf(site, engine.store, message))
  if (!said) throw new FinalRefusal({ text: 'The message is gone.' })
  const sender = await senderNow(engine, said, messageEntity)
  const model = engine.models.require('Communication')
  const { attachments = [] } = await readTables(engine, engine.store, model, String(said.id))
  await orRefuse(() => Promise.all(attachments.map(({ file }) => site.files.find(sender, String(file)))))
}

/** The record follows its row in the outbox until the provider speaks for it. */
async function mirrorState(site: Site, tx: Tx, id: string, note: OutboxNote, errorCode: number): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, id)
  if (!message || !waiting.has(String(message.status))) return
  const { error, state } = note
  const said = await communicationOf(site, tx, message)
  if (state === 'Cancelled') {
    await updateIn(engine, systemContext(engine), tx, messageEntity, id, { status: 'Cancelled', error: null })
    if (said) await takeBack(engine, tx, said)
    return
  }
  if (said && (await beginLeaving(engine, tx, said)) && state !== 'Error') {
    await answerEarlier(site, systemContext(engine), tx, String(message.whatsapp_contact_id))
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
  if (!said) return
  const delivery_status = state === 'Sending' ? 'Sending' : 'Queued'
  await updateIn(engine, system, tx, 'Communication', String(message.communication), { delivery_status, error })
}
