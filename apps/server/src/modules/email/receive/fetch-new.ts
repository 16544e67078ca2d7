import { Problem } from '@tavla/contract'
import type { ImapFlow } from 'imapflow'
import { touch } from '../../../entity/index.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Site } from '../../../site.ts'
import { StoreUnavailable } from '../../../store/errors.ts'
import { headOfLargeMail, type IncomingMail, largestMail, parseMail } from './parse-mail.ts'
import { say, storeMail } from './store-mail.ts'

/** Of a mailbox that is read for the first time, mails of these last days come in. */
const firstDays = 30

/**
 * Takes in what has come since the last time, each mail once, in its order; resolves to how many. How far it has read is noted
 * after each, so that a mail is there or comes again.
 */
export async function fetchNew(site: Site, account: StoredRow, client: ImapFlow): Promise<number> {
  const id = String(account.id)
  const { mailbox } = client
  if (mailbox === false) return 0
  const { uidValidity, uidNext, path } = mailbox
  const { login_id: login, email_id: address, email_server: server } = account
  const last = await lastUid(site, id, JSON.stringify([server, login ?? address, path, String(uidValidity)]))
  const query = last > 0 ? { uid: `${last + 1}:*` } : { since: new Date(Date.now() - firstDays * 86_400_000) }
  const found = (await client.search(query, { uid: true })) || []
  // A range that ends with `*` holds the last mail even where that is an old one.
  const uids = found.filter((uid) => uid > last).sort((a, b) => a - b)
  let count = 0
  for (const uid of uids) {
    if (await takeOne(site, account, client, uid)) count++
    await noteUid(site, id, uid)
  }
  if (uids.length === 0 && last === 0 && uidNext > 1) await noteUid(site, id, uidNext - 1)
  return count
}

/** False for one that is here already, or gone meanwhile. */
async function takeOne(site: Site, account: StoredRow, client: ImapFlow, uid: number): Promise<boolean> {
  const size = await client.fetchOne(String(uid), { size: true }, { uid: true })
  if (!size) return false
  const isTooLarge = (size.size ?? 0) > largestMail
  const source = isTooLarge ? { start: 0, maxLength: headOfLargeMail } : true
  const fetched = await client.fetchOne(String(uid), { source }, { uid: true })
  const raw = fetched ? fetched.source : undefined
  if (!raw) return false
  try {
    const mail = await parseMail(raw)
    return !(await storeMail(site, account, isTooLarge ? headOf(mail) : mail)).isDuplicate
  } catch (error) {
    if (isForLater(error)) throw error
    site.logs.error.error({ err: error, account: account.id, uid }, 'a mail could not be read')
    return keepUnread(site, account, raw)
  }
}

/** Of a mail that is too large, what stands at its beginning: files are not whole there. */
const headOf = (mail: IncomingMail): IncomingMail => ({
  ...mail,
  attachments: [],
  notes: [{ text: 'This mail is larger than {0} MB and was left in its mailbox.', args: [largestMail / 1_048_576] }],
})

/** Whatever keeps a mail from being read, it is there: as a file beside an empty message. */
async function keepUnread(site: Site, account: StoredRow, raw: Buffer): Promise<boolean> {
  const subject = say(site, { text: 'A mail that could not be read' })
  const mail = await parseMail(Buffer.from(`Subject: ${subject}\r\n\r\n`))
  const { messageId } = await parseMail(Buffer.concat([Buffer.from('\r\n'), raw.subarray(0, 100_000)]))
  const attachments = [{ fileName: 'mail.eml', content: raw, contentId: null }]
  const notes = [{ text: 'This mail could not be read. It is kept as a file.' }]
  return !(await storeMail(site, account, { ...mail, messageId, attachments, notes })).isDuplicate
}

/** A full disk, a database that closes: the same mail works another time. */
const isForLater = (error: unknown) =>
  error instanceof StoreUnavailable || (error instanceof Problem && error.status >= 500)

/** How far the mailbox was read; 0 when it is another one under the same name. */
async function lastUid({ engine }: Site, id: string, mailbox: string): Promise<number> {
  const key = `mailbox ${id}`
  const known = await engine.system.getSite.get<{ value: string }>(engine.store, [key])
  const account = await engine.rows(engine.models.require('Email Account')).byId(engine.store, id)
  if (known?.value === mailbox) return Number(account?.last_uid ?? 0)
  await engine.store.write(async (tx) => {
    await engine.system.setSite.run(tx, [key, mailbox])
    if (known) await touch(engine, tx, 'Email Account', id, { last_uid: 0 })
  })
  return known ? 0 : Number(account?.last_uid ?? 0)
}

const noteUid = ({ engine }: Site, id: string, uid: number) =>
  engine.store.write((tx) => touch(engine, tx, 'Email Account', id, { last_uid: uid }))
