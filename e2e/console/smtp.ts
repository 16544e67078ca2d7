import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback, like that of a provider. */
export interface MailServer {
  port: number
  /** Each received mail with its recipients. */
  arrived: { to: string[]; raw: string }[]
  /** Its answer to the next mails; undefined accepts them. */
  refusal: string | undefined
  stop(): Promise<void>
}

/** The account that may send. */
export const mailbox = { login_id: 'dana', password: 'Mail-pass-1' }

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const isRight = username === mailbox.login_id && password === mailbox.password
      done(isRight ? null : new Error('Invalid username or password'), { user: username })
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = mail
      done(refusal === undefined ? null : Object.assign(new Error(refusal), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        mail.arrived.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  const mail: MailServer = {
    port: 0,
    arrived: [],
    refusal: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  mail.port = (listening.address() as AddressInfo).port
  return mail
}
