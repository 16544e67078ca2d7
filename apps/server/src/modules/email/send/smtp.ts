import type { Transporter } from 'nodemailer'
import { readSecret } from '../../../entity/index.ts'
import type { StoredRow } from '../../../entity/rows.ts'
import type { Site } from '../../../site.ts'

/** Connections to one server, as many as the outbox sends at once. */
const connections = 10
const connectTime = 15_000
const silenceTime = 60_000

/** How to reach and prove oneself to a mail server (contract 1.2 Email Account). */
export async function smtpOptions(site: Site, account: StoredRow) {
  const isWhollySecure = account.use_ssl_for_outgoing === 1
  return {
    host: String(account.smtp_server),
    port: Number(account.smtp_port ?? 587),
    secure: isWhollySecure,
    requireTLS: !isWhollySecure && account.use_tls === 1,
    ignoreTLS: !isWhollySecure && account.use_tls !== 1,
    connectionTimeout: connectTime,
    greetingTimeout: connectTime,
    socketTimeout: silenceTime,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(await credentials(site, account)),
  }
}

/** What a person or a connected app proves the account with; nothing for a server that asks for nothing. */
async function credentials(site: Site, account: StoredRow) {
  if (account.no_smtp_authentication === 1) return {}
  const user = String(account.login_id || account.email_id)
  if (account.auth_method === 'OAuth') {
    const accessToken = await site.tokens.fresh(String(account.connected_app), String(account.connected_user))
    return { auth: { type: 'OAuth2' as const, user, accessToken } }
  }
  return {
    auth: { user, pass: (await readSecret(site.engine, 'Email Account', String(account.id), 'password')) ?? '' },
  }
}

interface Pooled {
  /** Of the account's settings; others need other connections. */
  version: string
  transporter: Transporter
}

/** Connections that stay open between the mails of an account. */
export class SmtpPools {
  readonly #site: Site
  readonly #pools = new Map<string, Promise<Pooled>>()

  constructor(site: Site) {
    this.#site = site
  }

  async of(account: StoredRow): Promise<Transporter> {
    const id = String(account.id)
    const version = versionOf(account)
    const known = await this.#pools.get(id)?.catch(() => undefined)
    if (known?.version === version && account.auth_method !== 'OAuth') return known.transporter
    known?.transporter.close()
    const made = this.#open(account, version)
    this.#pools.set(id, made)
    return (await made).transporter
  }

  async close(): Promise<void> {
    const pools = await Promise.allSettled(this.#pools.values())
    for (const pool of pools) if (pool.status === 'fulfilled') pool.value.transporter.close()
    this.#pools.clear()
  }

  async #open(account: StoredRow, version: string): Promise<Pooled> {
    const { createTransport } = await import('nodemailer')
    const options = await smtpOptions(this.#site, account)
    const transporter = createTransport({ ...options, pool: true, maxConnections: connections, maxMessages: 500 })
    return { version, transporter }
  }
}

const versionOf = (account: StoredRow) =>
  JSON.stringify(
    [
      'smtp_server',
      'smtp_port',
      'use_tls',
      'use_ssl_for_outgoing',
      'no_smtp_authentication',
      'login_id',
      'email_id',
      'password',
    ].map((name) => account[name]),
  )
