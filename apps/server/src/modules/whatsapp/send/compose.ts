import { open as openFile } from 'node:fs/promises'
import { readTables, type StoredRow, systemContext } from '../../../entity/index.ts'
import { FinalRefusal } from '../../../outbox/send-errors.ts'
import type { Site } from '../../../site.ts'
import type { Connection } from '../connection.ts'
import { mediaTypes } from '../kinds.ts'
import { providerIdOf, templateEntity } from '../rows.ts'
import { sortParameters } from '../template-text.ts'
import { fileOf } from './attachment.ts'
import { parametersOf } from './check.ts'
import { uploadMedia } from './media.ts'

type Json = Record<string, unknown>

/**
 * Composes the message for the Cloud API and uploads its stored file (reference: conversations, Sending WhatsApp).
 * @throws GraphError, FinalRefusal when the message can't be sent any more
 */
export async function composeMessage(site: Site, connection: Connection, message: Readonly<StoredRow>): Promise<Json> {
  const type = String(message.content_type)
  const { reply_to_message_id: answered } = message
  const replyTo = typeof answered === 'string' ? providerIdOf(answered) : undefined
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: String(message.whatsapp_contact_id),
    // The provider repeats this with every status, which identifies a status that arrives before the answer to this
    // call.
    biz_opaque_callback_data: String(message.id),
    ...(replyTo && type !== 'reaction' ? { context: { message_id: replyTo } } : {}),
    type,
    ...(await contentOf(site, connection, message, type, replyTo)),
  }
}

async function contentOf(
  site: Site,
  connection: Connection,
  message: Readonly<StoredRow>,
  type: string,
  replyTo: string | undefined,
): Promise<Json> {
  const text = message.message === null ? undefined : String(message.message)
  if (type === 'text') return { text: { preview_url: true, body: text } }
  if (type === 'reaction') return { reaction: { message_id: replyTo, emoji: text } }
  if (type === 'template') return { template: await templateOf(site, connection, message) }
  if (!mediaTypes.has(type)) throw new FinalRefusal({ text: 'A message of this kind cannot be sent.' })
  const media = await mediaOf(site, connection, String(message.attach))
  const caption = text !== undefined && type !== 'audio' && type !== 'sticker' ? { caption: text } : {}
  const filename = type === 'document' ? { filename: media.name } : {}
  return { [type]: { ...media.reference, ...caption, ...filename } }
}

/** Sends a web address as it is, and uploads a file of the site, which outsiders can't fetch. */
async function mediaOf(site: Site, connection: Connection, url: string): Promise<{ reference: Json; name: string }> {
  if (/^https?:\/\//i.test(url)) {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    return { reference: { link: url }, name: name || 'document' }
  }
  const ctx = systemContext(site.engine)
  const row = await fileOf({ engine: site.engine, ctx, tx: site.store }, url)
  if (!row) throw new FinalRefusal({ text: 'The file is gone.' })
  const { path } = await site.files.find(ctx, String(row.id))
  const name = String(row.file_name)
  const type = String(row.mime_type ?? 'application/octet-stream')
  const file = await openFile(path).catch(() => {
    throw new FinalRefusal({ text: 'The file is gone.' })
  })
  try {
    return { reference: { id: await uploadMedia(site, connection, { name, type, file }) }, name }
  } finally {
    await file.close()
  }
}

async function templateOf(site: Site, connection: Connection, message: Readonly<StoredRow>): Promise<Json> {
  const { engine } = site
  const model = engine.models.require(templateEntity)
  const template = await engine.rows(model).byId(engine.store, String(message.template))
  if (!template) throw new FinalRefusal({ text: 'The template is gone.' })
  const { buttons = [] } = await readTables(engine, engine.store, model, String(template.id))
  const parameters = sortParameters(template, buttons, parametersOf(message) ?? [])
  if (!parameters)
    throw new FinalRefusal({ text: 'The template has changed since; its placeholders need other values.' })
  const texts = (list: readonly string[]) => list.map((text) => ({ type: 'text', text }))
  const components: Json[] = []
  const media = { IMAGE: 'image', DOCUMENT: 'document', VIDEO: 'video' }[String(template.header_type)]
  if (media && typeof message.attach === 'string') {
    const { reference, name } = await mediaOf(site, connection, message.attach)
    const value = media === 'document' ? { ...reference, filename: name } : reference
    components.push({ type: 'header', parameters: [{ type: media, [media]: value }] })
  } else if (parameters.header.length > 0) components.push({ type: 'header', parameters: texts(parameters.header) })
  if (parameters.body.length > 0) components.push({ type: 'body', parameters: texts(parameters.body) })
  for (const [index, text] of parameters.buttons) {
    components.push({ type: 'button', sub_type: 'url', index: String(index), parameters: texts([text]) })
  }
  return {
    name: template.template_name,
    language: { code: template.language_code },
    ...(components.length > 0 ? { components } : {}),
  }
}
