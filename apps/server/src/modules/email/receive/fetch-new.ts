import type { ImapFlow } from 'imapflow'
import type { StoredRow } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { Progress } from './progress.ts'
import { type HandedMail, headOfLargeMail, keepUnread, largestMail, takeMail } from './take-mail.ts'

/** Of a mailbox that is read for the first time, mails of these last days come in. */
const firstDays = 30
/** So often a mail may end the process before it is kept without being looked into, and before it is left where it is. */
const ends = { unread: 2, left: 3 }

/**
 * Takes in what has come since the last time, each mail once, in its order; resolves to how many. How far it has read is noted
 * after each, so that a mail is there or comes again.
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
  const query = last > 0 ? { uid: `${last + 1}:*` } : { since: new Date(Date.now() - firstDays * 86_400_000) }
  const found = (await client.search(query, { uid: true })) || []
  // A range that ends with `*` holds the last mail even where that is an old one.
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

interface Next {
  uid: number
  triesBefore: number
  signal: AbortSignal | undefined
}

/** False for one that is here already, or gone meanwhile. */
async function takeOne(site: Site, account: StoredRow, client: ImapFlow, next: Next): Promise<boolean> {
  const { uid, triesBefore, signal } = next
  if (triesBefore >= ends.unread) {
    site.logs.error.error({ account: account.id, uid, triesBefore }, 'a mail that the process did not survive')
    if (triesBefore >= ends.left) return false
  }
  const size = await client.fetchOne(String(uid), { size: true }, { uid: true })
  if (!size) return false
  const isHead = (size.size ?? 0) > largestMail
  const source = isHead ? { start: 0, maxLength: headOfLargeMail } : true
  const fetched = await client.fetchOne(String(uid), { source }, { uid: true })
  const raw = fetched ? fetched.source : undefined
  if (!raw) return false
  const handed: HandedMail = { raw, form: 'mail', isHead }
  const { isDuplicate } =
    triesBefore >= ends.unread ? await keepUnread(site, account, handed) : await takeMail(site, account, handed, signal)
  return !isDuplicate
}
