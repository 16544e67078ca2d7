import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { client, TestGoogle } from './testing-google.ts'

let google: TestGoogle
let site: TestSite
let staff: string
let manager: string
let port: number
const tokens: string[] = []
const arrived: string[] = []

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authMethods: ['XOAUTH2'],
  allowInsecureAuth: true,
  closeTimeout: 1,
  onAuth({ username, accessToken }, _session, done) {
    tokens.push(String(accessToken))
    if (username === 'office@gmail.example' && google.knows(String(accessToken))) return done(null, { user: 'office' })
    done(new Error('Invalid token'))
  },
  onData(stream, { envelope }, done) {
    arrived.push(...envelope.rcptTo.map(({ address }) => address))
    stream.resume().on('end', () => done())
  },
})

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  port = (smtp.server.address() as AddressInfo).port
  google = await TestGoogle.start()
  site = await makeTestSite()
  ;[manager, staff] = await Promise.all([site.signIn('manager@example.com'), site.signIn('staff@example.com')])
  await call('PUT', '/api/entity/Connected App', { id: 'google', ...google.endpoints, ...client })
  await connect()
  const account = {
    email_account_name: 'Office',
    email_id: 'office@gmail.example',
    auth_method: 'OAuth',
    connected_app: 'google',
    connected_user: 'staff@example.com',
    enable_outgoing: 1,
    smtp_server: '127.0.0.1',
    smtp_port: port,
    use_tls: 0,
    allow_unencrypted: 1,
  }
  expect((await call('POST', '/api/entity/Email Account', account)).status).toBe(200)
})

afterAll(async () => {
  await google.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const call = (method: string, path: string, body?: object, as = manager) => site.call(method, path, { body, as })
const act = (name: string, as = staff) =>
  call('POST', `/api/entity/Connected App/google?run_method=${name}`, { data: {} }, as)

async function connect(): Promise<void> {
  const { code, state } = google.grant((await act('initiate_web_application_flow')).json.data)
  expect((await call('GET', `/api/auth/oauth?${new URLSearchParams({ code, state })}`, undefined, staff)).status).toBe(
    200,
  )
}

async function send(recipients: string): Promise<string> {
  const { json } = await call('POST', '/api/app/send_email', {
    email_account: 'Office',
    recipients,
    subject: 'Hi',
    content: 'Hi',
  })
  return json.communication.id
}

const stateOf = async (id: string, as = manager) => {
  const { delivery_status, error } = (await call('GET', `/api/entity/Communication/${id}`, undefined, as)).json.entity
  return [delivery_status, error]
}

test('mails leave with the token of the user who connected the account, many at once over the same connections', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => send(`a${n}@example.com`)))
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => stateOf(id)))).flat())
    .toEqual(ids.flatMap(() => ['Sent', null]))
  expect(arrived.toSorted()).toEqual(ids.map((_, n) => `a${n}@example.com`).toSorted())
  expect(new Set(tokens).size).toBe(1)
  expect(tokens.length).toBeLessThanOrEqual(10)
})

test('mails wait while the access is withdrawn, with the reason in each reader’s language, and leave once it is granted again', async () => {
  await call('PUT', '/api/entity/System Settings', { may_reach_people: 0 })
  const id = await send('waits@example.com')
  await site.site.outbox.settled()
  expect(await stateOf(id)).toEqual(['Queued', null])
  await act('revoke_token')
  await call('PUT', '/api/entity/System Settings', { may_reach_people: 1 })
  const english = 'The access to Google was withdrawn. Connect the account again.'
  await expect.poll(() => stateOf(id)).toEqual(['Queued', english])
  expect((await call('GET', '/api/entity/Email Account/Office')).json.entity).toMatchObject({
    status: 'Error',
    last_error: english,
  })
  await call('PUT', '/api/user/staff@example.com', { language: 'he' }, staff)
  expect(await stateOf(id, staff)).toEqual(['Queued', 'הגישה אל Google בוטלה. יש לחבר את החשבון מחדש.'])
  expect(arrived).not.toContain('waits@example.com')

  await connect()
  await site.site.store.write((tx) => tx.run(sql`update outbox set next_attempt = '2020-01-01' where state = 'Queued'`))
  site.site.outbox.wake()
  await expect.poll(() => stateOf(id)).toEqual(['Sent', null])
  expect(arrived.filter((address) => address === 'waits@example.com')).toHaveLength(1)
  expect((await call('GET', '/api/entity/Email Account/Office')).json.entity.status).toBe('Connected')
})
