import type { ImapFlow } from 'imapflow'
import { readSecret } from '../../../entity/index.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Site } from '../../../site.ts'

const connectTime = 15_000

/**
 * A connection to the account's mailbox, its folder open for reading: what is fetched stays unread for other programs.
 * @throws as imapflow does; `readFault` says it in words
 */
export async function openMailbox(site: Site, account: StoredRow): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: String(account.email_server),
    port: Number(account.incoming_port ?? 993),
    secure: account.use_ssl === 1,
    auth: await credentials(site, account),
    logger: false,
    connectionTimeout: connectTime,
    greetingTimeout: connectTime,
    socketTimeout: 120_000,
    autoIdleDelay: 1_000,
  })
  // Told by the calls that fail; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.mailboxOpen(String(account.imap_folder || 'INBOX'), { readOnly: true })
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

export async function closeMailbox(client: ImapFlow): Promise<void> {
  const late = setTimeout(() => client.close(), 2_000)
  await client.logout().catch(() => client.close())
  clearTimeout(late)
}

async function credentials(site: Site, account: StoredRow) {
  const user = String(account.login_id || account.email_id)
  if (account.auth_method !== 'OAuth') {
    return { user, pass: (await readSecret(site.engine, 'Email Account', String(account.id), 'password')) ?? '' }
  }
  return {
    user,
    accessToken: await site.tokens.fresh(String(account.connected_app), String(account.connected_user)),
  }
}
