import type { Client } from '@tavla/client'
import type { Draft } from './draft.ts'
import type { SentMedium } from './message.ts'
import { kindOfFile } from './whatsapp-content.ts'

/** A draft to send about a record. */
interface FileTransfer {
  entity: string
  id: string
  medium: SentMedium
  draft: Draft
  /** UTC text of the time of sending; undefined for now. */
  sendAt: string | undefined
}

/** Sends a draft as mail or WhatsApp message. Throws ApiError. */
export async function sendDraft(client: Client, { entity, id, medium, draft, sendAt }: FileTransfer) {
  const way = {
    ...(sendAt !== undefined && { send_at: sendAt }),
    ...(draft.replaces !== '' && { draft: draft.replaces }),
  }
  if (medium === 'Email') {
    await client.app.sendEmail({
      ...{ entity, id, recipients: draft.to, cc: draft.cc, bcc: draft.bcc, subject: draft.subject },
      content: draft.message,
      attachments: draft.files.map((file) => file.id),
      in_reply_to: draft.answered?.id ?? null,
      ...way,
    })
    return
  }
  const [file] = draft.files
  await client.app.sendWhatsapp({
    ...{ entity, id, ...way },
    ...(draft.to.trim() !== '' && { whatsapp_contact_id: draft.to.trim() }),
    ...(draft.template === ''
      ? {
          // A template already belongs to a connection.
          ...(draft.connection !== '' && { whatsapp_webhook: draft.connection }),
          reply_to_message_id: draft.answered?.messageId || null,
          content_type: file ? kindOfFile(file.mime) : 'text',
          message: draft.message,
          ...(file && { attach: file.url }),
        }
      : { content_type: 'template', template: draft.template, template_parameters: [...draft.parameters] }),
  })
}
