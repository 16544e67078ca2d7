import {
  type Change,
  findVisible,
  isNamedIn,
  isReadable,
  readTables,
  requireOwnership,
  requireRight,
  type StoredRow,
} from '../../../entity/index.ts'
import { tooFar } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { connectionOf, defaultConnection, webhookEntity } from '../connection.ts'
import { mediaTypes, sendableTypes } from '../kinds.ts'
import { contactIdOf } from '../number.ts'
import { fillPlaceholders, sortParameters } from '../template-text.ts'
import { fileOf } from './attachment.ts'

/** Maximum length of a message's text, in UTF-16 units (reference: conversations, Sending WhatsApp). */
const maxTextLength = 4096

/** Checks and completes a new outgoing message, by one rule for every route that creates it. */
export async function checkOutgoing(site: Site, change: Change): Promise<void> {
  const { after, ctx, reject } = change
  Object.assign(after, { status: 'Queued', message_id: null, error: null, error_code: 0 })
  checkTime(change)
  if (!ctx.system) await checkReference(change)
  const contact = contactIdOf(String(after.whatsapp_contact_id ?? ''))
  if (contact !== undefined) Object.assign(after, { whatsapp_contact_id: contact, to: contact })
  else if (after.whatsapp_contact_id != null) {
    reject('whatsapp_contact_id', {
      text: '{0} is not a valid phone number',
      args: [{ translate: 'Whatsapp Contact ID' }],
    })
  }
  if (after.template != null || after.use_template === 1) after.content_type = 'template'
  after.use_template = after.content_type === 'template' ? 1 : 0
  after.is_reply = after.reply_to_message_id == null ? 0 : 1

  const template = after.content_type === 'template' ? await checkTemplate(change) : undefined
  checkText(change)
  if (after.attach != null) await checkFile(change)
  await chooseConnection(site, change, template)
}

/** Requires the right to change the record that the message is about. @throws Problem 403 */
async function checkReference({ engine, ctx, tx, after }: Change): Promise<void> {
  const { reference_entity: entity, reference_id: id } = after
  if (typeof entity !== 'string' || typeof id !== 'string') return
  // The rule for references reports a record that the user may not see.
  if (!(await isReadable(engine, ctx, tx, entity, id))) return
  const model = requireRight(engine, ctx, entity, 'write')
  requireOwnership(engine, ctx, model, 'write', await findVisible(engine, ctx, model, id, tx))
}

/** Schedules a message with a future time; any other leaves at once. */
function checkTime({ engine, after, reject }: Change): void {
  const due = typeof after.send_at === 'string' ? after.send_at : null
  if (due === null || due <= engine.clock.nowUtc()) {
    after.send_at = null
    return
  }
  const problem = tooFar(engine, due)
  if (problem) reject('send_at', problem)
  else after.status = 'Scheduled'
}

function checkText({ after, reject, require: demand }: Change): void {
  const type = String(after.content_type)
  if (!sendableTypes.has(type)) {
    reject('content_type', {
      text: '{0} must be one of: {1}',
      args: [{ translate: 'Content Type' }, [...sendableTypes].join(', ')],
    })
  }
  if ((type === 'text' || type === 'reaction') && after.message == null) demand('message')
  if (type === 'reaction' && after.reply_to_message_id == null) demand('reply_to_message_id')
  if (mediaTypes.has(type) && after.attach == null) demand('attach')
  if (typeof after.message === 'string' && after.message.length > maxTextLength) {
    const args = [{ translate: 'Message' }, maxTextLength]
    reject('message', { text: '{0} is too long (maximum {1} characters)', args }, 'CharacterLengthExceededError')
  }
}

/**
 * Requires an approved template, with a parameter for each placeholder (reference: conversations, Sending WhatsApp).
 */
async function checkTemplate({ engine, tx, after, reject, require: demand }: Change): Promise<StoredRow | undefined> {
  if (after.template == null) {
    demand('template')
    return undefined
  }
  const model = engine.models.require('Whatsapp Template')
  const template = await engine.rows(model).byId(tx, String(after.template))
  if (!template) return undefined
  if (template.status !== 'Approved') {
    reject('template', { text: 'Template {0} is not approved', args: [String(template.id)] })
    return template
  }
  const { buttons = [] } = await readTables(engine, tx, model, String(template.id))
  const parameters = parametersOf(after)
  const sorted = parameters && sortParameters(template, buttons, parameters)
  if (!sorted) {
    reject('template_parameters', {
      text: 'Give a value for each placeholder of template {0}',
      args: [String(template.id)],
    })
  } else after.message = fillPlaceholders(String(template.body ?? ''), sorted.body)
  if (!['IMAGE', 'DOCUMENT', 'VIDEO'].includes(String(template.header_type))) after.attach = null
  else if (after.attach == null) after.attach = template.header_sample ?? null
  if (after.attach == null && ['IMAGE', 'DOCUMENT', 'VIDEO'].includes(String(template.header_type))) demand('attach')
  return template
}

/** The stored parameters; undefined unless they are a list. */
export function parametersOf({ template_parameters: text }: Readonly<StoredRow>): unknown[] | undefined {
  if (text == null) return []
  const value: unknown = JSON.parse(String(text))
  return Array.isArray(value) ? value : undefined
}

/** Refuses a file that the user may not see, even if they know its address. */
async function checkFile(change: Change): Promise<void> {
  const { after, reject } = change
  const url = String(after.attach)
  if (/^https:\/\//i.test(url)) return
  if (await fileOf(change, url)) return
  reject('attach', { text: 'Could not find {0}: {1}', args: [{ translate: 'Attach' }, url] }, 'LinkValidationError')
}

async function chooseConnection(site: Site, change: Change, template?: StoredRow): Promise<void> {
  const { tx, after, reject, vouchFor } = change
  const named = after.whatsapp_webhook ?? template?.whatsapp_webhook
  const connection = named == null ? await defaultConnection(site, tx) : await connectionOf(site, String(named), tx)
  if (!connection) {
    if (named == null) reject('whatsapp_webhook', { text: 'There is no active WhatsApp connection' })
    return
  }
  // A user may name any connection in use; about inactive ones they learn only what they may see.
  if (!connection.isActive && !(await mayKnow(change, connection.id))) return
  vouchFor('whatsapp_webhook')
  const isSandboxOnly = template?.status === 'Approved' && !connection.isLive && after.whatsapp_webhook == null
  if (isSandboxOnly && (await defaultConnection(site, tx))?.isLive) {
    // Only the sandbox approved it, perhaps before there was a live connection; the provider would refuse it.
    reject('template', { text: 'Template {0} is not approved', args: [String(template.id)] })
  }
  if (!connection.isActive) {
    reject('whatsapp_webhook', { text: 'The WhatsApp connection {0} is not active', args: [connection.id] })
  }
  after.whatsapp_webhook = connection.id
  after.from = connection.displayNumber
}

/** True when no user named the connection, or when the user may see it or a message that used it. */
async function mayKnow({ engine, ctx, tx, after }: Change, connection: string): Promise<boolean> {
  if (ctx.system || after.whatsapp_webhook == null) return true
  if (await isReadable(engine, ctx, tx, webhookEntity, connection)) return true
  return isNamedIn(engine, ctx, tx, 'Communication', 'whatsapp_webhook', connection)
}
