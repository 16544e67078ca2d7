import { readSecret, type StoredRow, systemContext, updateIn } from '../../../entity/index.ts'
import { FinalRefusal } from '../../../outbox/send-errors.ts'
import type { PasswordLink, Site } from '../../../site.ts'
import type { Reader, Tx } from '../../../store/store.ts'

/**
 * The message of a queued mail with its password link filled in, if it has one.
 * @throws FinalRefusal when the link no longer works
 */
export async function messageWithLink(site: Site, queued: StoredRow): Promise<string> {
  const message = String(queued.message ?? '')
  const link = queued.password_link == null ? undefined : await readLink(site, site.store, String(queued.id))
  if (!link) return message
  if (!(await site.accounts.isGoodKey(link.key))) {
    throw new FinalRefusal({ text: 'The link in this mail no longer works. Retry sends it with a new one.' })
  }
  // A function, because `replaceAll` takes its result literally.
  return message.replaceAll('{link}', () => `${site.config.publicUrl}/validate-password?key=${link.key}`)
}

/** Gives a mail a new key before a retry. @throws Problem 417 when the user may not sign in */
export async function renewLinkIn(site: Site, tx: Tx, id: string): Promise<void> {
  const link = await readLink(site, tx, id)
  if (!link) return
  const key = await site.accounts.renewKeyIn(tx, link.user, link.kind)
  await updateIn(site.engine, systemContext(site.engine), tx, 'Email Queue', id, {
    password_link: JSON.stringify({ ...link, key }),
  })
}

async function readLink(site: Site, reader: Reader, id: string): Promise<PasswordLink | undefined> {
  const text = await readSecret(site.engine, 'Email Queue', id, 'password_link', reader)
  return text === null ? undefined : (JSON.parse(text) as PasswordLink)
}
