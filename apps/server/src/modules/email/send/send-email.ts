import { type EntityRecord, invalid } from '@tavla/contract'
import { type Context, createIn, getRecord, requireRecord, requireRight, sends } from '../../../entity/index.ts'
import { dropDraft, readDraft, readSendAt } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { maxRecipients, readAddresses } from '../addresses.ts'
import { sanitise } from '../html/sanitise.ts'
import { htmlOf, plainTextOf } from '../html/text.ts'
import { newMessageId } from '../message-id.ts'
import { laneOf, outgoingAccountFor } from './account.ts'
import { dressLetter } from './letter.ts'
import { markReplied } from './mark-replied.ts'

/** Maximum bytes of all attachments of a mail (reference: conversations, Sending mail). */
const maxAttachedBytes = 20 * 1_048_576
const maxAttachments = 50
const maxSubjectLength = 140
const maxContentLength = 500_000

type Body = Readonly<Record<string, unknown>>

/**
 * Puts a user's mail into the outbox and stores its Communication. With `send_at` it waits there until then; with
 * `draft` it replaces that draft.
 */
export async function sendEmail(site: Site, ctx: Context, body: Body): Promise<EntityRecord> {
  const { engine } = site
  requireRight(engine, ctx, 'Communication', 'create')
  const due = readSendAt(engine, body.send_at)
  const draft = await readDraft(engine, ctx, body.draft)
  const to = readAddresses(body.recipients)
  const [cc, bcc] = [readAddresses(body.cc), readAddresses(body.bcc)]
  if (to.length === 0) throw invalid('{0} is required', [{ translate: 'Recipients' }])
  if (to.length + cc.length + bcc.length > maxRecipients) {
    throw invalid('A mail goes to {0} people at most', [maxRecipients])
  }
  const reference = await readReference(site, ctx, body)
  const answered = await readAnswered(site, ctx, body)
  const subject = readSubject(body.subject, answered)
  const written = requireText(body.content, 'Message', maxContentLength)
  if (written.trim() === '') throw invalid('{0} is required', [{ translate: 'Message' }])
  const content = await sanitise(htmlOf(written))
  const attachments = await readAttachments(site, ctx, body.attachments)
  const account = await outgoingAccountFor(engine, ctx, optionalText(body.email_account, 'Email Account'))
  const person = await engine.rows(engine.models.require('User')).byId(engine.store, ctx.actor.user)
  const sender =
    account && (account.always_use_account_email === 1 || !String(person?.email ?? '').includes('@'))
      ? String(account.email_id)
      : String((account ? person?.email : null) ?? '')

  const letter = await dressLetter(content, account)
  sends(ctx)
  const system: Context = { ...ctx, system: true }
  const id = await engine.store.write(async (tx) => {
    const values = {
      subject,
      recipients: to.join(', '),
      cc: cc.join(', ') || null,
      bcc: bcc.join(', ') || null,
      sender: sender || null,
      email_account: account?.id ?? null,
      message_id: newMessageId(site, account),
      ...(reference && { reference_entity: reference.entity, reference_id: reference.id }),
    }
    const created = await createIn(engine, system, tx, 'Communication', {
      ...values,
      communication_medium: 'Email',
      sent_or_received: 'Sent',
      ...(due
        ? { status: 'Scheduled', send_at: due, communication_date: due }
        : { status: 'Linked', delivery_status: 'Queued', communication_date: engine.clock.nowUtc() }),
      sender_full_name: person?.full_name ?? null,
      content,
      text_content: plainTextOf(content),
      user: ctx.actor.user,
      in_reply_to: answered?.id ?? null,
      attachments,
    })
    const communication = String(created.row.id)
    const mail = await createIn(engine, system, tx, 'Email Queue', {
      ...values,
      message: letter,
      communication,
      ...(due && { status: 'Scheduled', next_attempt: due }),
    })
    await site.outbox.add(tx, 'email', String(mail.row.id), laneOf(account), due)
    if (!due) await markReplied(site, system, tx, reference, answered)
    if (draft) await dropDraft(engine, ctx, tx, draft)
    return communication
  })
  return getRecord(engine, system, 'Communication', id)
}

interface Reference {
  entity: string
  id: string
}

async function readReference(site: Site, ctx: Context, body: Body): Promise<Reference | null> {
  const entity = optionalText(body.entity, 'Entity')
  const id = optionalText(body.id, 'ID')
  if (entity === null && id === null) return null
  if (entity === null || id === null)
    throw invalid('{0} is required', [{ translate: entity === null ? 'Entity' : 'ID' }])
  await requireRecord(site.engine, ctx, entity, id, 'write')
  return { entity, id }
}

async function readAnswered(site: Site, ctx: Context, body: Body): Promise<EntityRecord | null> {
  const id = optionalText(body.in_reply_to, 'In Reply To')
  return id === null ? null : requireRecord(site.engine, ctx, 'Communication', id, 'read')
}

function readSubject(value: unknown, answered: EntityRecord | null): string {
  const subject = requireText(value, 'Subject', maxSubjectLength).replace(/\s+/g, ' ').trim()
  if (subject !== '') return subject
  if (!answered) throw invalid('{0} is required', [{ translate: 'Subject' }])
  const former = typeof answered.subject === 'string' ? answered.subject : ''
  return (/^re:/i.test(former) ? former : `Re: ${former}`).slice(0, maxSubjectLength)
}

/** Rows for the Communication's attachments. */
async function readAttachments(site: Site, ctx: Context, value: unknown): Promise<Record<string, unknown>[]> {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maxAttachments) {
    throw invalid('The value for {0} is not valid', [{ translate: 'Attachments' }])
  }
  const files = await Promise.all([...new Set(value)].map((id) => site.files.find(ctx, String(id))))
  const size = files.reduce((sum, { record }) => sum + Number(record.file_size ?? 0), 0)
  if (size > maxAttachedBytes) {
    throw invalid('The attachments are larger than {0} MB together', [maxAttachedBytes / 1_048_576])
  }
  return files.map(({ record }) => ({ file: record.id, file_name: record.file_name, file_url: record.file_url }))
}

function optionalText(value: unknown, label: string): string | null {
  return requireText(value, label, 140).trim() || null
}

function requireText(value: unknown, label: string, max: number): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid('The value for {0} is not valid', [{ translate: label }])
  if (value.length > max) throw invalid('{0} is too long (maximum {1} characters)', [{ translate: label }, max])
  return value
}
