import { findOne, systemContext, updateIn } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import { messageByProviderId, messageEntity, templateEntity } from '../rows.ts'
import { advance, type Progress } from '../send/progress.ts'
import { outboxKind } from '../send/queue.ts'
import { reasonOf, templateStatus } from '../template-state.ts'
import { timeOf } from './content.ts'
import { asList, asObject, errorText, scalarText } from './items.ts'
import type { Outcome } from './outcome.ts'

type Json = Record<string, unknown>

const progressOf: Readonly<Record<string, Progress>> = {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
}

/**
 * Stores a status of a sent message. Undefined when no message has this id and one is being sent at this moment: it may
 * be that one, so the status has to wait.
 */
export async function storeStatus(site: Site, tx: Tx, status: Json): Promise<Outcome | undefined> {
  const progress = progressOf[scalarText(status.status) ?? '']
  const messageId = scalarText(status.id)
  if (!progress || messageId === null)
    return {
      outcome: 'Ignored',
      why: { text: 'It is about something else: {0}', args: [scalarText(status.status) ?? '?'] },
    }
  const { engine } = site
  const rows = engine.rows(engine.models.require(messageEntity))
  let message = await messageByProviderId(site, tx, messageId)
  if (!message && progress !== 'Failed') {
    // The status arrived before the answer to the call that sent the message, or that answer was lost.
    const named = await rows.byId(tx, scalarText(status.biz_opaque_callback_data) ?? '')
    if (named?.type === 'Outgoing' && named.message_id == null) message = named
  }
  if (!message)
    return (await isSending(tx))
      ? undefined
      : { outcome: 'Ignored', why: { text: 'It is about no message of this site.' } }
  if (message.type !== 'Outgoing')
    return { outcome: 'Ignored', why: { text: 'It is about a message that was not sent from here.' } }
  const locked = (await rows.byIdLocked(tx, String(message.id))) ?? message
  const [error] = asList(status.errors)
  const moved = await advance(site, tx, locked, progress, {
    at: timeOf(status.timestamp, engine.clock.nowUtc()),
    ...(locked.message_id == null ? { messageId } : {}),
    conversationId: scalarText(asObject(status.conversation).id) ?? undefined,
    ...(progress === 'Failed'
      ? { error: encodeSentence(errorText(error)), errorCode: Number(asObject(error).code) || 0 }
      : {}),
  })
  return moved ? { outcome: 'Processed' } : { outcome: 'Duplicate' }
}

async function isSending(tx: Tx): Promise<boolean> {
  const statement = sql<{
    found: number
  }>`select 1 as found from outbox where state = 'Sending' and kind = ${outboxKind} limit 1`
  return (await tx.get(statement)) !== undefined
}

/** Stores the provider's decision on a template (reference: conversations, Receiving WhatsApp). */
export async function storeTemplateStatus(site: Site, tx: Tx, update: Json): Promise<Outcome> {
  const status = templateStatus(update.event)
  const templateId = scalarText(update.message_template_id)
  // Only a warning: the template can still be sent.
  const isWarning = scalarText(update.event)?.toUpperCase() === 'FLAGGED'
  if (!status && !isWarning)
    return {
      outcome: 'Ignored',
      why: { text: 'It is about something else: {0}', args: [scalarText(update.event) ?? '?'] },
    }
  const { engine } = site
  const where = { template_id: templateId }
  const found = templateId === null ? undefined : await findOne(engine, templateEntity, { where, reader: tx })
  if (!found) return { outcome: 'Ignored', why: { text: 'It is about no template of this site.' } }
  const [info, rejection] = [asObject(update.other_info), asObject(update.rejection_info)]
  const reasons = [update.reason, rejection.reason, rejection.recommendation, info.title, info.description]
  const { written } = await updateIn(engine, systemContext(engine), tx, templateEntity, found.id, {
    ...(status && { status }),
    rejection_reason: reasonOf(update.event, reasons),
  })
  return { outcome: written ? 'Processed' : 'Duplicate' }
}
