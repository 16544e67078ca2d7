import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { callbackify } from 'node:util'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { readSecret, type StoredRow } from '../../../entity/index.ts'
import { connectToMail } from '../../../outward/mail.ts'
import type { Site } from '../../../site.ts'

/** Connections to one server, as many as the outbox sends at once. */
const connections = 10
/** How long a server may take: to open the talk, between two words, and for a whole mail. Milliseconds. */
export const patience = { connect: 15_000, silence: 120_000, whole: 600_000 }

/** How to reach and prove oneself to a mail server (reference: metadata, Built-in entities). */
export async function smtpOptions(site: Site, account: StoredRow) {
  const isWhollySecure = account.use_ssl_for_outgoing === 1
  // Never for want of a word: an account that asks for no encryption gets none only where somebody has allowed that.
  const isOpen = account.use_tls !== 1 && account.allow_unencrypted === 1
  const [host, port] = [String(account.smtp_server), Number(account.smtp_port ?? 587)]
  return {
    host,
    port,
    getSocket: callbackify(async (_options: unknown) => ({
      connection: await connectToMail(site.config, host, port, patience.connect),
    })),
    secure: isWhollySecure,
    requireTLS: !isWhollySecure && !isOpen,
    ignoreTLS: !isWhollySecure && isOpen,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.silence,
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

interface Pool {
  /** Of the account's settings; others need other connections. */
  version: string
  transporter: Transporter
  /** Mails on their way by it. */
  users: number
  isRetired: boolean
}

/** Connections that stay open between the mails of an account. */
export class SmtpPools {
  readonly #site: Site
  readonly #pools = new Map<string, Pool>()

  constructor(site: Site) {
    this.#site = site
  }

  /** Hands a mail over; resolves to what the server said. @throws MailNotSent */
  async send(account: StoredRow, mail: SendMailOptions): Promise<SMTPPool.SentMessageInfo> {
    const progress = { isWhole: false }
    let pool: Pool | undefined
    try {
      pool = await this.#enter(account)
      const signal = AbortSignal.timeout(patience.whole)
      return (await pool.transporter.sendMail({ ...mail, signal, progress } as SendMailOptions)) as never
    } catch (error) {
      throw new MailNotSent(error, progress.isWhole)
    } finally {
      if (pool) {
        pool.users--
        closeIfIdle(pool)
      }
    }
  }

  close(): void {
    for (const { transporter } of this.#pools.values()) transporter.close()
    this.#pools.clear()
  }

  /** A pool whose settings have changed sends what it has begun, and nothing more. */
  async #enter(account: StoredRow): Promise<Pool> {
    const id = String(account.id)
    const { createTransport } = await import('nodemailer')
    const options = await smtpOptions(this.#site, account)
    const version = createHash('sha256').update(JSON.stringify(options)).digest('hex')
    const known = this.#pools.get(id)
    if (known?.version === version) {
      known.users++
      return known
    }
    if (known) {
      known.isRetired = true
      closeIfIdle(known)
    }
    const kept = { pool: true, maxConnections: connections, maxMessages: 500, maxRequeues: 2 } as const
    const transporter = createTransport({ ...options, ...kept })
    transporter.use('stream', noteProgress)
    const pool = { version, transporter, users: 1, isRetired: false }
    this.#pools.set(id, pool)
    return pool
  }
}

/** Why a mail was not taken; `isWhole`: all of it had been handed over. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  readonly isWhole: boolean

  constructor(cause: unknown, isWhole: boolean) {
    super('not sent', { cause })
    this.isWhole = isWhole
  }
}

function closeIfIdle({ transporter, users, isRetired }: Pool): void {
  if (isRetired && users === 0) transporter.close()
}

/** Notes when the last byte of a mail was taken for its way: from then on it may have arrived. */
const noteProgress: Parameters<Transporter['use']>[1] = ({ data, message }, done) => {
  const { progress } = data as { progress?: { isWhole: boolean } }
  message.processFunc((input) => {
    const output = new PassThrough()
    // Nobody reads before the server has asked for the mail.
    output.once('end', () => {
      if (progress) progress.isWhole = true
    })
    input.once('error', (error) => output.destroy(error))
    return input.pipe(output)
  })
  done()
}
