import { randomBytes } from 'node:crypto'
import { type EntityRecord, invalid, notPossibleNow, recordNotFound } from '@tavla/contract'
import { translate } from '@tavla/i18n'
import { type Action, createIn, type StoredRow, updateRecord } from '../../../entity/index.ts'
import { escapeHtml } from '../../../ground/html.ts'
import { joinSentences, translateSentence } from '../../../ground/sentences.ts'
import { heldByStaging } from '../../../outbox/reach.ts'
import type { Site } from '../../../site.ts'
import { readAddresses } from '../addresses.ts'
import { newMessageId } from '../message-id.ts'
import { noteAccount } from '../note-account.ts'
import { pullOnce, readAccount } from '../receive/inboxes.ts'
import { closeMailbox, openMailbox } from '../receive/mailbox.ts'
import { laneOf, outgoingAccount } from '../send/account.ts'
import { sentenceOf } from '../send/mail-faults.ts'
import { smtpOptions, timeouts } from '../send/smtp.ts'

/**
 * Makes a new token for the account's hook, with which a program proves its right to deliver mail (reference: http-api,
 * Actions; conversations, Receiving mail). Shows the token only this once.
 */
export const rotateHookToken: Action = {
  entity: 'Email Account',
  name: 'rotate_hook_token',
  needs: 'write',
  role: 'System Manager',
  reveals: 'Hook Token',
  async run(engine, ctx, { id }) {
    const hook_token = randomBytes(24).toString('base64url')
    await updateRecord(engine, { ...ctx, system: true }, 'Email Account', id, { hook_token })
    return { hook_token }
  },
}

const entity = 'Email Account'
const managersOnly = { entity, needs: 'write', role: 'System Manager', effect: 'outside' } as const

/** Tests an account (reference: http-api, Actions). The fault is in the answer and stays with the account. */
export const emailAccountActions = (site: Site): Action[] => [
  {
    ...managersOnly,
    name: 'test_connection',
    async run(_engine, { language }, record) {
      const account = await requireAccount(site, record)
      const ways = [
        { way: 'outgoing', isUsed: account.enable_outgoing === 1, host: account.smtp_server, test: testOutgoing },
        {
          way: 'incoming',
          isUsed: account.enable_incoming === 1 && account.email_server != null,
          host: account.email_server,
          test: testIncoming,
        },
      ]
      const faults: string[] = []
      const answer: Record<string, string> = {}
      for (const { way, isUsed, host, test } of ways) {
        if (!isUsed) continue
        try {
          await test(site, account)
          answer[way] = 'Connected'
        } catch (error) {
          answer[way] = 'Error'
          faults.push(sentenceOf(error, String(host)))
        }
      }
      if (Object.keys(answer).length === 0) throw invalid('The account neither sends nor fetches mail')
      const status = faults.length === 0 ? 'Connected' : 'Error'
      const error = joinSentences(faults) || null
      await noteAccount(site, account, status, error)
      return { status, error: translateSentence(site, error, language), ...answer }
    },
  },
  {
    ...managersOnly,
    name: 'pull_now',
    async run(_engine, { language }, record) {
      if (site.config.reach === 'nobody') throw notPossibleNow(heldByStaging)
      const account = await requireAccount(site, record)
      if (account.enable_incoming !== 1 || account.email_server == null) throw invalid('The account fetches no mail')
      try {
        const client = await openMailbox(site, account)
        try {
          const received = await pullOnce(site, account, client)
          await noteAccount(site, account, 'Connected', null)
          return { status: 'Connected', received, error: null }
        } finally {
          await closeMailbox(client)
        }
      } catch (thrown) {
        const error = sentenceOf(thrown, String(account.email_server))
        await noteAccount(site, account, 'Error', error)
        return { status: 'Error', received: 0, error: translateSentence(site, error, language) }
      }
    },
  },
  {
    ...managersOnly,
    name: 'send_test_email',
    async run(engine, ctx, record, { recipient }) {
      const [address] = readAddresses(recipient)
      if (address === undefined) throw invalid('{0} is required', [{ translate: 'Recipients' }])
      const account = await outgoingAccount(engine, record.id)
      const language = engine.settings.default_language
      const say = (text: string) => translate(site.translations.dictionaryNow(language), text, [], language)
      return engine.store.write(async (tx) => {
        const queued = await createIn(engine, { ...ctx, system: true }, tx, 'Email Queue', {
          subject: say('Test mail'),
          recipients: address,
          sender: account?.email_id ?? null,
          message: `<p>${escapeHtml(say('This account can send mail.'))}</p>`,
          email_account: record.id,
          message_id: newMessageId(site, account),
        })
        await site.outbox.add(tx, 'email', String(queued.row.id), laneOf(account))
        return { email_queue: String(queued.row.id), status: 'Not Sent' }
      })
    },
  },
]

async function requireAccount(site: Site, { id }: EntityRecord): Promise<StoredRow> {
  const account = await readAccount(site, id)
  if (!account) throw recordNotFound(entity, id)
  return account
}

async function testOutgoing(site: Site, account: StoredRow): Promise<void> {
  const { createTransport } = await import('nodemailer')
  // A user waits for the answer.
  const transporter = createTransport({ ...(await smtpOptions(site, account)), socketTimeout: timeouts.connect })
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
}

async function testIncoming(site: Site, account: StoredRow): Promise<void> {
  await closeMailbox(await openMailbox(site, account, timeouts.connect))
}
