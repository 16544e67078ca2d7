import { limits } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { type Context, createIn, type Engine, exists, type StoredRow } from '../../../entity/index.ts'
import { addMillis, millisOf } from '../../../ground/utc-text.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { htmlOf } from '../html/text.ts'
import { autoPrefix, newMessageId } from '../message-id.ts'
import { laneOf } from '../send/account.ts'
import { dressLetter } from '../send/letter.ts'
import type { IncomingMail } from './digest.ts'

const day = 86_400_000

/**
 * Composes the automatic answer to a mail; null when the sender is a program or the account itself, or when the account
 * has none, or when it may have been answered before a restore.
 */
export async function composeAutoReply(engine: Engine, account: StoredRow, mail: IncomingMail): Promise<string | null> {
  const text = String(account.auto_reply_message ?? '').trim()
  const own = String(account.email_id).toLowerCase()
  const { address } = mail.from
  if (account.enable_auto_reply !== 1 || account.enable_outgoing !== 1 || text === '') return null
  // Text that is not exactly one address might be many.
  if (mail.isAutomatic || !isEmailAddress(address) || address === own || /^(mailer-daemon|no-?reply)@/.test(address))
    return null
  return (await isOfBefore(engine, mail)) ? null : dressLetter(htmlOf(text), account)
}

const restoredKey = 'records restored'

/** Notes that mails of before now may have been answered already: a restored site fetches them once more. */
export const noteRestored = (engine: Engine): Promise<void> =>
  engine.store.write(async (tx) => {
    await tx.run(engine.system.setSite.with([restoredKey, engine.clock.nowUtc()]))
  })

async function isOfBefore(engine: Engine, { date }: IncomingMail): Promise<boolean> {
  if (date === null) return false
  const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([restoredKey]))
  return row !== undefined && Date.parse(date) < millisOf(row.value)
}

/**
 * Queues the letter as an answer to `communication`, unless the sender got one within a day (reference: conversations,
 * Receiving mail).
 */
export async function answerOnceADay(
  site: Site,
  system: Context,
  tx: Tx,
  account: StoredRow,
  { mail, communication, letter }: { mail: IncomingMail; communication: string; letter: string },
): Promise<void> {
  const { engine } = site
  const { address } = mail.from
  const answered = {
    recipients: address,
    email_account: String(account.id),
    message_id: { starts: `<${autoPrefix}` },
    creation: { above: addMillis(engine.clock.nowUtc(), -day) },
  }
  if (await exists(engine, 'Email Queue', answered, tx)) return
  system.operation.reason = 'sent'
  const queued = await createIn(engine, system, tx, 'Email Queue', {
    subject: (/^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`).slice(0, limits.dataLength),
    recipients: address,
    sender: account.email_id,
    message: letter,
    email_account: account.id,
    message_id: newMessageId(site, account, autoPrefix),
    reference_entity: 'Communication',
    reference_id: communication,
  })
  await site.outbox.add(tx, 'email', String(queued.row.id), laneOf(account))
}
