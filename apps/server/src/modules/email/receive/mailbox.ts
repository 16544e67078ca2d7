import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { readSecret, type StoredRow } from '../../../entity/index.ts'
import { mailAddresses } from '../../../outward/mail.ts'
import type { Site } from '../../../site.ts'

/**
 * How long a server may take to open the talk and between two words, how often a mailbox is looked at that does not tell of
 * news itself, and how long it is left alone after it broke: the first time, and at most. Milliseconds.
 */
export const patience = { connect: 15_000, silence: 120_000, poll: 60_000, pause: 5_000, longestPause: 300_000 }

/**
 * A connection to the account's mailbox, its folder open for reading: what is fetched stays unread for other programs.
 * @throws as imapflow does; `readFault` says it in words
 */
export async function openMailbox(site: Site, account: StoredRow, silence = patience.silence): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const [host, port] = [String(account.email_server), Number(account.incoming_port ?? 993)]
  const addresses = await mailAddresses(site.config, host, port)
  const { address } = addresses.find(({ family }) => family === 4) ?? (addresses[0] as LookupAddress)
  const client = new ImapFlow({
    // What was looked up and allowed is what is called; its certificate is for its name.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: account.use_ssl === 1,
    // Without TLS from the first word on it is asked for, and has to come unless somebody has allowed to do without.
    ...(account.use_ssl !== 1 && account.allow_unencrypted !== 1 ? { doSTARTTLS: true } : {}),
    auth: await credentials(site, account),
    logger: false,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: silence,
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

/**
 * Does some work on a connection, which is closed when nothing comes any more: the library waits for ever for a server that
 * falls silent just as it is asked to tell of news.
 */
export async function whileAnswering<T>(client: ImapFlow, work: () => Promise<T>): Promise<T> {
  let heard = client.stats().received
  const watch = setInterval(() => {
    const { received } = client.stats()
    if (received === heard) client.close()
    heard = received
  }, patience.silence)
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
