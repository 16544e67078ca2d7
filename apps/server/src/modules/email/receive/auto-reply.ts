import { limits } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { addMillis, createIn, systemContext } from '../../../entity/index.ts'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import { htmlOf } from '../html/text.ts'
import { autoPrefix, newMessageId } from '../message-id.ts'
import { laneOf } from '../send/account.ts'
import { dressLetter } from '../send/letter.ts'
import type { IncomingMail } from './digest.ts'

const day = 86_400_000

/** The letter that answers the mail without a person; null for a program, for the account itself, or where none is wanted. */
export async function automaticAnswer(account: StoredRow, mail: IncomingMail): Promise<string | null> {
  const text = String(account.auto_reply_message ?? '').trim()
  const own = String(account.email_id).toLowerCase()
  const { address } = mail.from
  if (account.enable_auto_reply !== 1 || account.enable_outgoing !== 1 || text === '') return null
  // What is not one address might be many.
  if (mail.isAutomatic || !isEmailAddress(address) || address === own || /^(mailer-daemon|no-?reply)@/.test(address))
    return null
  return dressLetter(htmlOf(text), account)
}

/**
 * Sends it as an answer to the mail kept as `communication`, unless the sender has got one within a day
 * (reference: conversations, Receiving mail).
 */
export async function answerOnceADay(
  site: Site,
  tx: Tx,
  account: StoredRow,
  { mail, communication, letter }: { mail: IncomingMail; communication: string; letter: string },
): Promise<void> {
  const { engine } = site
  const { address } = mail.from
  const { table } = engine.models.require('Email Queue')
  const plan = engine.plans.get(
    'automatic answers',
    () =>
      new Plan(sql`select id from ${sql.table(table.name)}
        where ${column('c_recipients')} = ${new Slot(0)} and ${column('c_email_account')} = ${new Slot(1)}
        and ${column('c_message_id')} like ${new Slot(2)} and creation > ${new Slot(3)} limit 1`),
  )
  const since = addMillis(engine.clock.nowUtc(), -day)
  const [before] = await plan.all<{ id: string }>(tx, [address, account.id, `<${autoPrefix}%`, since])
  if (before) return
  const queued = await createIn(engine, systemContext(engine), tx, 'Email Queue', {
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
