import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { callbackify } from 'node:util'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { readSecret, type StoredRow } from '../../../entity/index.ts'
import { connectToMail } from '../../../outward/mail.ts'
import type { Site } from '../../../site.ts'

/** Connections to one server: as many as the outbox sends at once. */
const maxConnections = 10
/** Timeouts of a server, in milliseconds: to open the session, between two answers, and for a whole mail. */
export const timeouts = { connect: 15_000, silence: 120_000, whole: 600_000 }

/** Connection options of an account for nodemailer (reference: metadata, Built-in entities). */
export async function smtpOptions(site: Site, account: StoredRow) {
  const usesTls = account.use_ssl_for_outgoing === 1
  // Encryption is off only if a user has allowed that, not merely because no TLS option is set.
  const isUnencrypted = account.use_tls !== 1 && account.allow_unencrypted === 1
  const [host, port] = [String(account.smtp_server), Number(account.smtp_port ?? 587)]
  return {
    host,
    port,
    getSocket: callbackify(async (_options: unknown) => ({
      connection: await connectToMail(site.config, host, port, timeouts.connect),
    })),
    secure: usesTls,
    requireTLS: !usesTls && !isUnencrypted,
    ignoreTLS: !usesTls && isUnencrypted,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(await credentials(site, account)),
  }
}

/** Credentials of the account: a password or a connected app's token; none for a server without authentication. */
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
  /** Hash of the account's settings; a change needs new connections. */
  version: string
  transporter: Transporter
  /** Number of mails being sent. */
  users: number
  isRetired: boolean
}

/** Keeps connections of an account open between its mails. */
export class SmtpPools {
  readonly #site: Site
  readonly #pools = new Map<string, Pool>()

  constructor(site: Site) {
    this.#site = site
  }

  /** Hands a mail over; resolves to the server's answer. @throws MailNotSent */
  async send(account: StoredRow, mail: SendMailOptions): Promise<SMTPPool.SentMessageInfo> {
    const progress = { isWhole: false }
    let pool: Pool | undefined
    try {
      pool = await this.#enter(account)
      const signal = AbortSignal.timeout(timeouts.whole)
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

  /** Takes the account's pool; a pool with former settings finishes its mails and closes. */
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
    const poolOptions = { pool: true, maxConnections, maxMessages: 500, maxRequeues: 2 } as const
    const transporter = createTransport({ ...options, ...poolOptions })
    transporter.use('stream', noteProgress)
    const pool = { version, transporter, users: 1, isRetired: false }
    this.#pools.set(id, pool)
    return pool
  }
}

/** A mail was not accepted; `isWhole`: the server had received all of it. */
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

/** Notes when the last byte of a mail is sent: from then on it may have arrived. */
const noteProgress: Parameters<Transporter['use']>[1] = ({ data, message }, done) => {
  const { progress } = data as { progress?: { isWhole: boolean } }
  message.processFunc((input) => {
    const output = new PassThrough()
    // The stream is not read before the server has asked for the mail.
    output.once('end', () => {
      if (progress) progress.isWhole = true
    })
    input.once('error', (error) => output.destroy(error))
    return input.pipe(output)
  })
  done()
}
