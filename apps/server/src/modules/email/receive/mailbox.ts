import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { readSecret, type StoredRow } from '../../../entity/index.ts'
import { mailAddresses } from '../../../outward/mail.ts'
import type { Site } from '../../../site.ts'

/**
 * Milliseconds: the timeouts for opening a session and between two answers, the polling interval of a mailbox, and the
 * first and the maximum pause before a reconnection.
 */
export const timing = { connect: 15_000, silence: 120_000, poll: 60_000, pause: 5_000, maxPause: 300_000 }

/**
 * Opens the account's mailbox read-only, so that mails stay unread for other programs.
 * @throws errors of imapflow, which `readFault` puts into words
 */
export async function openMailbox(site: Site, account: StoredRow, silence = timing.silence): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const [host, port] = [String(account.email_server), Number(account.incoming_port ?? 993)]
  const addresses = await mailAddresses(site.config, host, port)
  const { address } = addresses.find(({ family }) => family === 4) ?? (addresses[0] as LookupAddress)
  const client = new ImapFlow({
    // Call exactly the address that was looked up and allowed; the certificate is checked against the name.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: account.use_ssl === 1,
    // Without implicit TLS, require STARTTLS unless a user has allowed unencrypted mail.
    ...(account.use_ssl !== 1 && account.allow_unencrypted !== 1 ? { doSTARTTLS: true } : {}),
    auth: await credentials(site, account),
    logger: false,
    connectionTimeout: timing.connect,
    greetingTimeout: timing.connect,
    socketTimeout: silence,
    autoIdleDelay: 1_000,
  })
  // Failing calls report the error; without a listener it would end the process.
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

/**
 * Runs `work` and closes the connection when the server falls silent: imapflow waits forever for a server that falls
 * silent just when it enters IDLE.
 */
export async function whileAnswering<T>(client: ImapFlow, work: () => Promise<T>): Promise<T> {
  let heard = client.stats().received
  const watch = setInterval(() => {
    const { received } = client.stats()
    if (received === heard) client.close()
    heard = received
  }, timing.silence)
  return work().finally(() => clearInterval(watch))
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
