import type { ImapFlow } from 'imapflow'
import type { StoredRow } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { Progress } from './progress.ts'
import { type HandedMail, headOfLargeMail, keepUnread, largestMail, takeMail } from './take-mail.ts'

/** On its first read, a mailbox gives the mails of the last days. */
const initialDays = 30
/** Crashes during a mail after which it is kept unread, and after which it is skipped. */
const maxCrashes = { unread: 2, left: 3 }

/**
 * Takes in new mails in order, each once; resolves to their number. Notes its progress after each, so that a mail is
 * either stored or fetched again.
 */
export async function fetchNew(
  site: Site,
  account: StoredRow,
  client: ImapFlow,
  signal?: AbortSignal,
): Promise<number> {
  const { mailbox } = client
  if (mailbox === false) return 0
  const { uidValidity, uidNext, path } = mailbox
  const { id, login_id: login, email_id: address, email_server: server } = account
  const name = JSON.stringify([server, login ?? address, path, String(uidValidity)])
  const progress = await Progress.of(site, String(id), name)
  const { last } = progress
  const query = last > 0 ? { uid: `${last + 1}:*` } : { since: new Date(Date.now() - initialDays * 86_400_000) }
  const found = await client.search(query, { uid: true })
  requireOpen(client)
  if (!found) throw new Error('the mail server refused the search')
  // A range that ends with `*` includes the last mail even if that is an old one.
  const uids = found.filter((uid) => uid > last).sort((a, b) => a - b)
  if (uids.length === 0 && last === 0 && uidNext > 1) await progress.end(uidNext - 1)
  let count = 0
  let done = 0
  let triesBefore = uids[0] === undefined ? 0 : await progress.begin(uids[0])
  try {
    for (const uid of uids) {
      if (signal?.aborted) break
      if (await takeOne(site, account, client, { uid, triesBefore, signal })) count++
      done++
      triesBefore = await progress.end(uid, uids[done])
    }
  } finally {
    if (done < uids.length) await progress.undo().catch(() => undefined)
  }
  return count
}

interface NextMail {
  uid: number
  triesBefore: number
  signal: AbortSignal | undefined
}

/** False for a mail that is stored already, or gone in the meantime. */
async function takeOne(site: Site, account: StoredRow, client: ImapFlow, next: NextMail): Promise<boolean> {
  const { uid, triesBefore, signal } = next
  if (triesBefore >= maxCrashes.unread) {
    site.logs.error.error({ account: account.id, uid, triesBefore }, 'a mail that the process did not survive')
    if (triesBefore >= maxCrashes.left) return false
  }
  const size = await client.fetchOne(String(uid), { size: true }, { uid: true })
  if (!size) return isGone(client)
  const isHead = (size.size ?? 0) > largestMail
  const source = isHead ? { start: 0, maxLength: headOfLargeMail } : true
  const fetched = await client.fetchOne(String(uid), { source }, { uid: true })
  const raw = fetched ? fetched.source : undefined
  if (!raw) return isGone(client)
  const handed: HandedMail = { raw, form: 'mail', isHead }
  const { isDuplicate } =
    triesBefore >= maxCrashes.unread
      ? await keepUnread(site, account, handed)
      : await takeMail(site, account, handed, signal)
  return !isDuplicate
}

/** False: a mail that is there no more was not taken. @throws Error, where it is the connection that is gone */
function isGone(client: ImapFlow): false {
  requireOpen(client)
  return false
}

/** Without a connection imapflow answers as if there were no mails, which must not count as read. @throws Error */
function requireOpen({ mailbox }: ImapFlow): void {
  if (mailbox === false) throw Object.assign(new Error('the connection is closed'), { code: 'NoConnection' })
}
