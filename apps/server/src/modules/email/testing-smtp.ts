import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll } from 'vitest'

export interface ArrivedMail {
  from: string
  to: string[]
  mail: Email
  raw: string
}

export interface TestSmtp {
  port: number
  arrived: ArrivedMail[]
  /** Its answer to the next mails; `undefined` means that it accepts them. */
  refusal: { code: number; text: string } | undefined
}

/**
 * A real SMTP server on loopback that accepts every mail; `dana` signs in with `secret`. Ends after the tests of the
 * file.
 */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const smtp: TestSmtp = { port: 0, arrived: [], refusal: undefined }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth(auth, _session, done) {
      if (auth.username === 'dana' && auth.password === 'secret') return done(null, { user: 'dana' })
      done(new Error('Invalid username or password'))
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = smtp
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const mail = await PostalMime.parse(raw)
        smtp.arrived.push({ from, to: rcptTo.map(({ address }) => address), mail, raw: raw.toString() })
        done()
      })
    },
    ...options,
  })
  // A client that refuses the certificate leaves amid the handshake.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp.port = (server.server.address() as AddressInfo).port
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return smtp
}
