import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'end of mail'

/** Replacements for the usual answers, by the step of the session. */
export type Answers = Partial<Record<Step, (socket: Socket, line: string) => void>>

export interface BadSmtp {
  host: string
  port: number
  /** Mails that it received whole, whatever it answered. */
  mails: string[]
  /** Recipients that it was asked to accept. */
  recipients: string[]
  /** Replaces its behaviour from now on. */
  behave(answers: Answers): void
}

const good: Record<Step, string> = {
  greeting: '220 here',
  EHLO: '250 here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  'end of mail': '250 taken',
}

/**
 * An SMTP server that misbehaves as told. `host`: a loopback address of its own, since each host is a lane of the
 * outbox.
 */
export async function startBadSmtp(host: string, first: Answers = {}): Promise<BadSmtp> {
  const sockets = new Set<Socket>()
  let answers = first
  const peer: BadSmtp = {
    host,
    port: 0,
    mails: [],
    recipients: [],
    behave(others) {
      answers = others
    },
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    let mail: string | undefined
    let rest = ''
    const reply = (step: Step, line = '') => {
      const special = answers[step]
      if (special) special(socket, line)
      else socket.write(`${good[step]}\r\n`)
    }
    reply('greeting')
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (mail !== undefined && line !== '.') mail += `${line}\n`
        else if (mail !== undefined) {
          peer.mails.push(mail)
          mail = undefined
          reply('end of mail')
        } else if (/^(EHLO|HELO)/.test(line)) reply('EHLO')
        else if (line.startsWith('MAIL')) reply('MAIL', line)
        else if (line.startsWith('RCPT')) {
          peer.recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
          reply('RCPT', line)
        } else if (line === 'DATA') {
          reply('DATA')
          mail = ''
        } else if (line === 'RSET') socket.write('250 ok\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('502 not here\r\n')
      }
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  peer.port = (server.address() as AddressInfo).port
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return peer
}

/** Answers this and listens on. */
export const says = (text: string) => (socket: Socket) => {
  socket.write(`${text}\r\n`)
}

/** Answers nothing. */
export const hangs = () => undefined

/** Closes the connection without an answer. */
export const drops = (socket: Socket) => {
  socket.destroy()
}
