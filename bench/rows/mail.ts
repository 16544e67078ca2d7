import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { temporaryFolder } from '../data.ts'
import type { Row } from '../measure.ts'
import { cpuOf, type RunningSite, signIn, startSite } from '../site.ts'

const mails = 1000

/**
 * A thousand held mails leave at once, to a server beside the site that accepts everything (reference:
 * conversations, Sending mail).
 */
export async function* mail(): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const sink = await startSink()
  const site = await startSite(path.join(folder, 'site'))
  try {
    const call = await caller(site)
    await call('POST', '/api/entity/Email%20Account', {
      email_account_name: 'Bench',
      email_id: 'bench@example.com',
      enable_outgoing: 1,
      default_outgoing: 1,
      smtp_server: '127.0.0.1',
      smtp_port: sink.port,
      use_tls: 0,
      allow_unencrypted: 1,
      no_smtp_authentication: 1,
    })
    const mayLeave = (may_reach_people: 0 | 1) =>
      call('PUT', '/api/entity/System%20Settings/System%20Settings', { may_reach_people })
    await mayLeave(0)
    const body = { subject: 'Bench', content: 'Some words\n\nand some more' }
    for (let at = 0; at < mails; at += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          call('POST', '/api/app/send_email', { ...body, recipients: `p${at + n}@example.com` }),
        ),
      )
    }
    const [begun, before] = [performance.now(), cpuOf(site.pid)]
    await mayLeave(1)
    await sink.arrived(mails)
    const seconds = (performance.now() - begun) / 1000
    const each = (cpuOf(site.pid) - before) / 1000 / mails
    yield {
      name: `${mails} mails leave the outbox`,
      value: mails / seconds,
      unit: '/s',
      target: { of: 'value', least: 200 },
      note: `over ${sink.connections} connections at most, each mail with its records and states; CPU ${each.toFixed(1)} ms each`,
    }
  } finally {
    await site.stop()
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startSink() {
  let [count, open, connections] = [0, 0, 0]
  let tell = () => {}
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 1,
    onConnect(_session, done) {
      connections = Math.max(connections, ++open)
      done()
    },
    onClose() {
      open--
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        count++
        tell()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    arrived: (wanted: number) =>
      new Promise<void>((resolve) => {
        tell = () => count >= wanted && resolve()
        tell()
      }),
    stop: () => server.close(),
  }
}

async function caller(site: RunningSite) {
  const cookie = await signIn(site)
  return async (method: string, url: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${site.port}${url}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${url} was refused: ${await response.text()}`)
  }
}
