import { createIn, loggedWork, systemContext } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import type { Connection } from '../connection.ts'
import { htmlOf, subjectOf } from '../kinds.ts'
import { linkToThread, messageByProviderId, messageEntity, newIdOf } from '../rows.ts'
import { contentOf, timeOf } from './content.ts'
import type { Inbox } from './inbox.ts'
import { type Item, scalarText } from './items.ts'
import type { Reference } from './match.ts'
import type { Outcome } from './outcome.ts'
import { replaceReaction } from './reactions.ts'

export interface ReceiveContext {
  site: Site
  inbox: Inbox
  tx: Tx
  connection: Connection
  records: ReadonlyMap<string, Reference>
}

/**
 * Stores a received message and its Communication, and queues the fetch of its file (reference: conversations,
 * Receiving WhatsApp).
 */
export async function storeMessage(
  { site, inbox, tx, connection, records }: ReceiveContext,
  { message, profileName, displayNumber }: Extract<Item, { kind: 'message' }>,
): Promise<Outcome> {
  const messageId = scalarText(message.id)
  const from = scalarText(message.from)
  if (messageId === null || from === null)
    return { outcome: 'Error', why: { text: 'The message has no ID or no sender.' } }
  const message_id = await newIdOf(site, tx, messageId)
  if (message_id === undefined) return { outcome: 'Duplicate' }
  const { engine } = site
  const system = systemContext(engine, '', loggedWork('WhatsApp', 'Receive'))
  const content = contentOf(message)
  const at = timeOf(message.timestamp, engine.clock.nowUtc())
  const reference = records.get(from) ?? { reference_entity: null, reference_id: null }
  const answered = await messageByProviderId(site, tx, content.replyTo)
  const name = profileName === null ? null : [...profileName].slice(0, 100).join('')
  const isInThread = content.contentType !== 'reaction' || (await replaceReaction(site, tx, { ...content, from, at }))
  const { row } = await createIn(engine, system, tx, messageEntity, {
    type: 'Incoming',
    status: 'Received',
    whatsapp_contact_id: from,
    profile_name: name,
    from,
    to: displayNumber ?? connection.displayNumber,
    content_type: content.contentType,
    message: content.text,
    is_reply: content.replyTo === null ? 0 : 1,
    reply_to_message_id: content.replyTo,
    ...reference,
    whatsapp_webhook: connection.id,
    message_id,
    sent_at: at,
  })
  if (!isInThread) return { outcome: 'Processed' }
  const communication = await createIn(engine, { ...system, isPart: true }, tx, 'Communication', {
    subject: subjectOf(content.text, content.contentType),
    communication_medium: 'WhatsApp',
    sent_or_received: 'Received',
    status: 'Open',
    communication_date: at,
    sender: from,
    sender_full_name: name,
    recipients: displayNumber ?? connection.displayNumber,
    phone_no: from,
    content: htmlOf(content.text),
    text_content: content.text,
    ...reference,
    whatsapp_contact_id: from,
    whatsapp_webhook: connection.id,
    whatsapp_message: row.id,
    message_id,
    in_reply_to: answered?.communication ?? null,
  })
  await linkToThread(site, tx, String(row.id), String(communication.row.id))
  if (content.media) await inbox.add(tx, 'whatsapp media', String(row.id), JSON.stringify(content.media))
  return { outcome: 'Processed' }
}
