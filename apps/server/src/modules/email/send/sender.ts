import { join } from 'node:path'
import { type EntityRecord, limits, type Message, Problem } from '@tavla/contract'
import { getRecord, type StoredRow, setSilently, systemContext, updateIn } from '../../../entity/index.ts'
import { digestHeaders } from '../../../outbox/digest-id.ts'
import { composeMail, type Mail, writeEml } from '../../../outbox/eml.ts'
import type { OutboxNote, OutboxState, Sender } from '../../../outbox/outbox.ts'
import { convertRefusal, currentSender, moveToThread, takeBack } from '../../../outbox/scheduled.ts'
import { FinalRefusal, SendError } from '../../../outbox/send-errors.ts'
import type { Site } from '../../../site.ts'
import { errorProperty } from '../../../store/errors.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { autoPrefix } from '../message-id.ts'
import { noteAccount } from '../note-account.ts'
import { outgoingAccount } from './account.ts'
import { pageOf } from './letter.ts'
import { forOutbox, readFault, sentenceOf } from './mail-faults.ts'
import { markReplied } from './mark-replied.ts'
import { messageWithLink } from './password-link.ts'
import {
  allRecipients,
  describeRemaining,
  type RemainingRecipients,
  readRemaining,
  saveRemaining,
  sortRefusals,
  takeRefusals,
} from './recipients.ts'
import { MailNotSent, type SmtpPools } from './smtp.ts'

const minute = 60_000
const maxReferences = 20

/**
 * Sends mail through the account's server, or writes it to the site's `outbox` folder (reference: conversations,
 * Sending mail).
 */
export function emailSender(site: Site, pools: SmtpPools): Sender {
  return {
    kind: 'email',
    atOnce: 10,
    retryAfter: [1, 5, 15, 60, 240].map((minutes) => minutes * minute),
    recipients: (id, reader) => recipientsOf(site, reader, id),
    send: (id, { mayRepeat }) => send(site, pools, id, mayRepeat),
    release: (id) => checkScheduled(site, id),
    mirror: (tx, id, note) => mirrorState(site, tx, id, note),
  }
}

/** All recipients, also those of copies; none when one of them cannot be read. */
async function recipientsOf({ engine }: Site, reader: Reader, id: string): Promise<readonly string[]> {
  const queued = await engine.rows(engine.models.require('Email Queue')).byId(reader, id)
  try {
    return queued ? allRecipients(queued) : []
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

async function send(site: Site, pools: SmtpPools, id: string, mayRepeat: boolean): Promise<Message | undefined> {
  const { engine, config } = site
  const queued = await engine.rows(engine.models.require('Email Queue')).byId(engine.store, id)
  if (!queued) throw new FinalRefusal({ text: 'The mail is gone.' })
  const account = await transportOf(site, queued)
  const mail = await readMail(site, queued, account, mayRepeat)
  if (account === null) {
    await writeEml(join(config.dir, 'outbox'), id, mail)
    return undefined
  }
  const before = await readRemaining(site, queued)
  const host = String(account.smtp_server)
  const remaining = await handOver(pools, account, mail, before).catch(async (error: unknown) => {
    const { cause, isWhole } = error instanceof MailNotSent ? error : { cause: error, isWhole: false }
    const fault = readFault(cause, host)
    if (fault.isOfAccount) await noteAccount(site, account, 'Error', sentenceOf(cause, host))
    throw forOutbox(cause, fault, isWhole)
  })
  await noteAccount(site, account, 'Connected', null)
  await saveRemaining(site, id, before, remaining)
  const remark = describeRemaining(remaining)
  if (remaining.waiting.length > 0) throw new SendError(remark ?? { text: 'The mail is gone.' })
  return remark ?? (mayRepeat ? mayBeTwice : undefined)
}

/** Hands the mail over for the recipients in `before`; resolves to those who still have not got it. */
async function handOver(
  pools: SmtpPools,
  account: StoredRow,
  mail: Mail,
  before: RemainingRecipients,
): Promise<RemainingRecipients> {
  if (before.waiting.length === 0) return before
  // Compose the whole mail first: writing it piece by piece costs a system call for each header line.
  const raw = await composeMail(mail)
  const from = typeof mail.from === 'string' ? mail.from : mail.from.address
  try {
    const { rejectedErrors = [] } = await pools.send(account, {
      raw,
      messageId: mail.messageId,
      envelope: { from, to: before.waiting },
    })
    return sortRefusals(rejectedErrors, before.refused)
  } catch (error) {
    const refusals = errorProperty(error instanceof MailNotSent ? error.cause : error, 'rejectedErrors')
    // The refusal of all remaining recipients says nothing about those who have got the mail.
    if (before.isRest && Array.isArray(refusals)) return sortRefusals(refusals, before.refused)
    throw error
  }
}

const mayBeTwice: Message = { text: 'The server did not confirm the first attempt. It may have arrived twice.' }

/** The account that sends the mail; null means that it becomes a file. */
async function transportOf({ engine }: Site, queued: StoredRow): Promise<StoredRow | null> {
  const { mail_transport: transport } = engine.settings
  if (transport === 'File') return null
  try {
    const account = await outgoingAccount(engine, queued.email_account == null ? null : String(queued.email_account))
    if (account || transport === 'Auto') return account
  } catch (error) {
    if (error instanceof Problem) throw new FinalRefusal({ text: 'Its mail account does not send any more.' })
    throw error
  }
  throw new SendError({ text: 'No mail account is set up for sending.' })
}

async function readMail(site: Site, queued: StoredRow, account: StoredRow | null, mayRepeat: boolean): Promise<Mail> {
  const { engine, config } = site
  const text = (name: string) => String(queued[name] ?? '')
  const host = new URL(config.publicUrl).hostname
  const name = engine.settings.site_title ?? 'Tavla'
  const communication =
    queued.communication == null
      ? undefined
      : await getRecord(engine, systemContext(engine), 'Communication', text('communication'))
  const messageId = text('message_id') || `<${text('id')}@${host}>`
  const isAutoReply = messageId.startsWith(`<${autoPrefix}`)
  const fullName = typeof communication?.sender_full_name === 'string' ? communication.sender_full_name : ''
  const address = text('sender') || (account ? String(account.email_id) : `no-reply@${host}`)
  return {
    from: { name: fullName || (account ? String(account.email_account_name) : name), address },
    to: text('recipients'),
    cc: text('cc'),
    bcc: text('bcc'),
    subject: text('subject'),
    html: pageOf(await messageWithLink(site, queued), config.publicUrl),
    messageId,
    // An automatic answer has no Communication of its own, so it refers to the mail that it answers.
    references: await referencesOf(site, isAutoReply ? queued.reference_id : communication?.in_reply_to),
    headers: {
      ...(mayRepeat ? { 'X-Possible-Duplicate': 'yes' } : {}),
      ...(isAutoReply ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {}),
      ...digestHeaders(messageId, config.publicUrl),
    },
    attachments: await attachmentsOf(site, communication),
  }
}

/** Message-IDs of the thread, oldest first, at most the last `maxReferences`. */
async function referencesOf({ engine }: Site, nearest: unknown): Promise<string[]> {
  const rows = engine.rows(engine.models.require('Communication'))
  const found: string[] = []
  for (let id = nearest; typeof id === 'string' && found.length < maxReferences; ) {
    const answered = await rows.byId(engine.store, id)
    if (typeof answered?.message_id === 'string') found.unshift(answered.message_id)
    id = answered?.in_reply_to
  }
  return found
}

async function attachmentsOf(
  site: Site,
  communication: EntityRecord | undefined,
): Promise<NonNullable<Mail['attachments']>> {
  const system = systemContext(site.engine)
  const rows = (communication?.attachments ?? []) as { file: string }[]
  try {
    return await Promise.all(
      rows.map(async ({ file }) => {
        const { record, path } = await site.files.find(system, file)
        return { filename: String(record.file_name), path, contentType: String(record.mime_type) }
      }),
    )
  } catch (error) {
    if (error instanceof Problem) throw new FinalRefusal({ text: 'One of its attachments is gone.' })
    throw error
  }
}

const statusOf: Record<OutboxState, string> = {
  Scheduled: 'Scheduled',
  Queued: 'Not Sent',
  Held: 'Held',
  Sending: 'Sending',
  Sent: 'Sent',
  Error: 'Error',
  Cancelled: 'Cancelled',
}

/**
 * Delivery status of the Communication: a held or retried mail is still queued (reference: conversations, Sending
 * mail).
 */
const deliveryOf: Record<OutboxState, string> = {
  Scheduled: 'Queued',
  Queued: 'Queued',
  Held: 'Queued',
  Sending: 'Sending',
  Sent: 'Sent',
  Error: 'Error',
  Cancelled: 'Error',
}

/** Checks again, when a scheduled mail leaves, that its sender may send it and its files. @throws FinalRefusal */
async function checkScheduled(site: Site, id: string): Promise<void> {
  const { engine } = site
  const queued = await engine.rows(engine.models.require('Email Queue')).byId(engine.store, id)
  if (!queued) throw new FinalRefusal({ text: 'The mail is gone.' })
  if (typeof queued.communication !== 'string') return
  const communication = await getRecord(engine, systemContext(engine), 'Communication', queued.communication)
  const sender = await currentSender(engine, communication, 'Communication')
  const files = (communication.attachments ?? []) as { file: string }[]
  await convertRefusal(() => Promise.all(files.map(({ file }) => site.files.find(sender, file))))
}

async function mirrorState(site: Site, tx: Tx, id: string, note: OutboxNote): Promise<void> {
  const { engine } = site
  const mail = await engine.rows(engine.models.require('Email Queue')).byId(tx, id)
  if (!mail) return
  const system = systemContext(engine)
  const isSent = note.state === 'Sent'
  await updateIn(engine, system, tx, 'Email Queue', id, {
    status: statusOf[note.state],
    attempts: note.attempts,
    error: note.error,
    ...(isSent ? { password_link: null } : {}),
  })
  const times = isSent ? { sent_at: engine.clock.nowUtc() } : note.nextAttempt ? { next_attempt: note.nextAttempt } : {}
  await setSilently(engine, tx, 'Email Queue', id, times)
  if (typeof mail.communication !== 'string') return
  const communication = await engine.rows(engine.models.require('Communication')).byId(tx, mail.communication)
  if (!communication || communication.delivery_status === 'Bounced') return
  if (note.state === 'Cancelled') return takeBack(engine, tx, communication)
  await leaveSchedule(site, tx, communication, note.state)
  // Sent, but at least one recipient was refused: treat it as bounced.
  const isRefused = isSent && (await takeRefusals(tx, id))
  await updateIn(engine, system, tx, 'Communication', mail.communication, {
    delivery_status: isRefused ? 'Bounced' : deliveryOf[note.state],
    error: note.error?.slice(0, limits.smallTextLength) ?? null,
  })
}

/** Marks answered mails as replied once a scheduled mail leaves. */
async function leaveSchedule(site: Site, tx: Tx, communication: StoredRow, state: OutboxState): Promise<void> {
  const { engine } = site
  if (!(await moveToThread(engine, tx, communication)) || state === 'Error') return
  const { reference_entity: entity, reference_id: id, in_reply_to } = communication
  const answered =
    typeof in_reply_to === 'string'
      ? ((await engine.rows(engine.models.require('Communication')).byId(tx, in_reply_to)) ?? null)
      : null
  const reference = typeof entity === 'string' && typeof id === 'string' ? { entity, id } : null
  await markReplied(site, systemContext(engine), tx, reference, answered)
}
