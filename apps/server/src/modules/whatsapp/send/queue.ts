import { type Change, type Context, createIn, find, type StoredRow, sends, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { htmlOf, subjectOf } from '../kinds.ts'
import { linkToThread, messageByProviderId, messageEntity } from '../rows.ts'
import { fileOf } from './attachment.ts'

export const outboxKind = 'whatsapp'

/** Creates the Communication and the outbox row of a new outgoing message, in its transaction. */
export async function queueOutgoing(site: Site, change: Change): Promise<void> {
  const { engine, ctx, tx, id, after } = change
  sends(ctx)
  // The message is the record; its entry in the conversation goes with it.
  const system: Context = { ...ctx, system: true, isPart: true }
  const text = after.message === null ? null : String(after.message)
  const file = after.attach == null ? undefined : await fileOf(change, String(after.attach))
  if (file && file.is_private === 1 && file.attached_to_entity == null) {
    // A right to read the message is a right to open its file.
    const place = { attached_to_entity: messageEntity, attached_to_id: id, attached_to_field: 'attach' }
    await updateIn(engine, system, tx, 'File', String(file.id), place)
  }
  const answered = await messageByProviderId(site, tx, after.reply_to_message_id)
  const due = after.status === 'Scheduled' ? String(after.send_at) : undefined
  if (!due) await markContactReplied(site, system, tx, String(after.whatsapp_contact_id))
  const { row } = await createIn(engine, system, tx, 'Communication', {
    subject: subjectOf(text, String(after.content_type)),
    communication_medium: 'WhatsApp',
    sent_or_received: 'Sent',
    ...(due
      ? { status: 'Scheduled', send_at: due, communication_date: due }
      : { status: 'Linked', delivery_status: 'Queued', communication_date: engine.clock.nowUtc() }),
    sender: after.from ?? null,
    sender_full_name: ctx.actor.fullName,
    recipients: after.whatsapp_contact_id,
    phone_no: after.whatsapp_contact_id,
    content: htmlOf(text),
    text_content: text,
    attachments: file ? [{ file: file.id, file_name: file.file_name, file_url: file.file_url }] : [],
    reference_entity: after.reference_entity ?? null,
    reference_id: after.reference_id ?? null,
    whatsapp_contact_id: after.whatsapp_contact_id,
    user: ctx.actor.user,
    whatsapp_webhook: after.whatsapp_webhook,
    whatsapp_message: id,
    in_reply_to: answered?.communication ?? null,
  })
  await linkToThread(site, tx, id, String(row.id))
  // The answer to the caller includes the link.
  after.communication = row.id ?? null
  await site.outbox.add(tx, outboxKind, id, laneOf(after), due)
}

/** One lane for each conversation, so that its messages arrive in order. */
export const laneOf = (message: Readonly<StoredRow>) =>
  `whatsapp ${message.whatsapp_webhook} ${message.whatsapp_contact_id}`

/** Marks a contact's open messages as replied (reference: conversations, Sending WhatsApp). */
export async function markContactReplied({ engine }: Site, system: Context, tx: Tx, contact: string): Promise<void> {
  const open = { communication_medium: 'WhatsApp', sent_or_received: 'Received', status: 'Open' }
  const where = { whatsapp_contact_id: contact, ...open }
  for (const { id } of await find(engine, 'Communication', { where, order: 'made', reader: tx }))
    await updateIn(engine, system, tx, 'Communication', id, { status: 'Replied' })
}
