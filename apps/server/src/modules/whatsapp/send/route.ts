import { badRequest, type EntityRecord, invalid } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import {
  type Context,
  createIn,
  getRecord,
  presentRecord,
  readTables,
  requireRecord,
  requireRight,
} from '../../../entity/index.ts'
import { isoTextOf } from '../../../ground/utc-text.ts'
import { dropDraft, readDraft, readSendAt } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { scalarText } from '../inbox/items.ts'
import { messageEntity, templateEntity } from '../rows.ts'
import { placeholdersOf } from '../template-text.ts'

type Body = Readonly<Record<string, unknown>>

/** `POST /api/app/send_whatsapp` (reference: conversations, Sending WhatsApp). */
export function sendWhatsapp(site: Site) {
  return async ({ ctx, body: sent }: FastifyRequest) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badRequest()
    const body = sent as Body
    const record = await referenceOf(site, ctx, body)
    requireRight(site.engine, ctx, messageEntity, 'create')
    const due = readSendAt(site.engine, body.send_at)
    const draft = await readDraft(site.engine, ctx, body.draft)
    const number = numberOf(site, body, record)
    const template = typedText(body.template)
    const message = {
      type: 'Outgoing',
      whatsapp_contact_id: number,
      content_type: template === null ? (typedText(body.content_type) ?? 'text') : 'template',
      message: typedText(body.message),
      attach: await attachOf(site, ctx, body.attach),
      template,
      template_parameters: await parametersOf(site, body, template, record),
      reply_to_message_id: typedText(body.reply_to_message_id),
      whatsapp_webhook: typedText(body.whatsapp_webhook),
      reference_entity: record ? typedText(body.entity) : null,
      reference_id: record?.id ?? null,
      ...(due && { send_at: isoTextOf(due) }),
    }
    const { engine } = site
    const thread = engine.models.require('Communication')
    const { saved, row, tables } = await site.store.write(async (tx) => {
      const saved = await createIn(engine, ctx, tx, messageEntity, message)
      if (draft) await dropDraft(engine, ctx, tx, draft)
      const row = await engine.rows(thread).byId(tx, String(saved.row.communication))
      return { saved, row, tables: await readTables(engine, tx, thread, String(saved.row.communication)) }
    })
    // Present with the server's rights: a user who may send may see the queued message.
    const system = { ...ctx, system: true }
    return {
      whatsapp_message: await presentRecord(engine, system, saved.model, saved.row, saved.tables),
      communication: await presentRecord(engine, system, thread, row ?? {}, tables),
      message: 'WhatsApp message queued',
    }
  }
}

/** The record that the message is about, which the user must be allowed to change. @throws Problem 403, 404, 417 */
async function referenceOf(site: Site, ctx: Context, body: Body): Promise<EntityRecord | undefined> {
  const [entity, id] = [typedText(body.entity), typedText(body.id)]
  if (entity === null && id === null) return undefined
  if (entity === null) throw invalid('{0} is required', [{ translate: 'Entity' }])
  if (id === null) throw invalid('{0} is required', [{ translate: 'ID' }])
  return requireRecord(site.engine, ctx, entity, id, 'write')
}

/** The given number, else the record's WhatsApp number, else its phone number. */
function numberOf(site: Site, body: Body, record: EntityRecord | undefined): string {
  const model = site.engine.models.get(typedText(body.entity) ?? '')
  const phones = model?.stored.filter(({ rule }) => rule.fieldtype === 'Data' && rule.options === 'Phone') ?? []
  const candidates = [
    body.whatsapp_contact_id,
    record?.whatsapp_contact_id,
    ...phones.map(({ name }) => record?.[name]),
  ]
  const number = candidates.map(typedText).find((text) => text !== null)
  if (number == null) throw invalid('A WhatsApp number is required')
  return number
}

/** The address of a file; a File's id is accepted too. */
async function attachOf(site: Site, ctx: Context, value: unknown): Promise<string | null> {
  const attach = typedText(value)
  if (attach === null || attach.includes('/')) return attach
  return typedText((await getRecord(site.engine, ctx, 'File', attach)).file_url)
}

/** The given parameters; without any, the record's fields that the template names. */
async function parametersOf(
  site: Site,
  body: Body,
  template: string | null,
  record: EntityRecord | undefined,
): Promise<unknown> {
  const given = body.template_parameters
  const isBlank = given === null || given === undefined || given === '' || (Array.isArray(given) && given.length === 0)
  if (!isBlank || template === null || !record) return isBlank ? null : given
  const row = await site.engine.rows(site.engine.models.require(templateEntity)).byId(site.store, template)
  const names = String(row?.field_names ?? '').split(/[\n,]/)
  const fields = names.map((name) => name.trim()).filter((name) => name !== '')
  if (fields.length === 0 || row?.for_entity !== body.entity || placeholdersOf(row?.body) !== fields.length) return null
  return fields.map((name) => record[name] ?? '')
}

/** The trimmed text of a field of the body; null when it is blank or no text. */
const typedText = (value: unknown): string | null => scalarText(value)?.trim() || null
