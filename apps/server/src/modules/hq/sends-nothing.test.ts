import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { startSmtp } from '../email/testing-smtp.ts'
import { TestWhatsapp } from '../whatsapp/testing-whatsapp.ts'
import { type BackupCalls, backupCalls } from './backups/testing-backups.ts'

const [smtp, whatsapp] = await Promise.all([startSmtp(), TestWhatsapp.start()])
const [restored, staging] = ['Restored from a backup: check before sending.', 'Held: this is a staging project.']

let hq: TestHq
let backups: BackupCalls
let backup: string

interface Sent {
  name: string
  status: string
  error: string | null
}

/** A project's own site, as its Administrator. */
async function siteOf(id: string) {
  const { stagingUrl = '' } = await hq.until(id, 'Running')
  const { json } = await hq.act(id, 'reveal_admin_password')
  const url = stagingUrl.replace('localhost', '127.0.0.1')
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  const send = (method: string, path: string, body?: object, cookie = '') =>
    fetch(url + path, { method, headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) })
  const { password } = json.data
  const signedIn = await send('POST', '/api/auth/login', { user: 'Administrator', password })
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const call = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body, cookie)
    return { status: answer.status, json: await answer.json() }
  }
  const list = async (entity: string, name: string): Promise<Sent[]> => {
    const fields = JSON.stringify([name, 'status', 'error'])
    const { json } = await call('GET', `/api/entity/${entity}?fields=${fields}&order_by=creation asc`)
    return json.data.map((row: Record<string, string>) => ({ ...row, name: row[name] }))
  }
  return {
    call,
    reach: (may_reach_people: 0 | 1) => call('PUT', '/api/entity/System Settings', { may_reach_people }),
    mail: (recipients: string, more: object = {}) =>
      call('POST', '/api/app/send_email', { subject: 'Hello', content: 'Hello', recipients, ...more }),
    /** How each message stands, mails by the name before their `@`. */
    async states(): Promise<Record<string, [string, string | null]>> {
      const all = [
        ...(await list('Email Queue', 'recipients')),
        ...(await list('Whatsapp Message', 'whatsapp_contact_id')),
      ]
      return Object.fromEntries(all.map(({ name, status, error }) => [name.split('@', 1)[0], [status, error]]))
    },
  }
}

/** Recipients of mails and of WhatsApp messages that arrived. */
const arrivals = () => [smtp.arrived.flatMap(({ to }) => to), whatsapp.messages.map(({ to }) => to)]
const all = ['queued', 'retrying', 'sending', 'due', '972501110001']
const allAre = (error: string) => Object.fromEntries(all.map((name) => [name, ['Held', error]]))

beforeAll(async () => {
  hq = await startHq({ sample: false })
  backups = backupCalls(hq)
  await hq.create('acme')
  const { call, mail, reach } = await siteOf('acme')
  await call('POST', '/api/entity/Email Account', account)
  await call('POST', '/api/entity/Whatsapp Webhook', whatsapp.connection('Live'))
  await reach(0)
  for (const name of ['queued', 'retrying', 'sending']) await mail(`${name}@example.com`)
  const later = new Date(Date.now() + 86_400_000).toISOString()
  for (const name of ['due', 'tomorrow']) await mail(`${name}@example.com`, { send_at: later })
  await call('POST', '/api/app/send_whatsapp', { whatsapp_contact_id: '972501110001', message: 'Hello' })
  await hq.act('acme', 'stop_project')
  // As a site that may reach people leaves them when it is killed.
  const db = new DatabaseSync(join(hq.folder('acme'), 'store', 'data.sqlite'))
  const become = (name: string, change: string) =>
    db.exec(
      `update outbox set ${change} where ref = (select id from e_email_queue where c_recipients = '${name}@example.com')`,
    )
  db.exec(
    "update outbox set state = 'Queued' where state = 'Held'; update e_system_settings set c_may_reach_people = 1",
  )
  become('retrying', "attempts = 2, next_attempt = '2020-01-01 00:00:00.000000'")
  become('sending', "state = 'Sending', lease_owner = 'dead', lease_until = '2020-01-01 00:00:00.000000'")
  become('due', "next_attempt = '2020-01-01 00:00:00.000000'")
  db.close()
  backup = await backups.take()
  await backups.until(backup, 'Proven')
  await backups.pin(backup)
}, 60_000)

afterAll(async () => {
  await whatsapp.stop()
  await hq?.remove()
})

const account = {
  ...{ email_account_name: 'Office', email_id: 'office@example.com', enable_outgoing: 1, default_outgoing: 1 },
  ...{ smtp_server: '127.0.0.1', smtp_port: smtp.port, use_tls: 0, allow_unencrypted: 1 },
  ...{ login_id: 'dana', password: 'secret' },
}

async function restore(id: string, from: string): Promise<void> {
  expect((await hq.act(id, 'restore_project', { backup: from })).message).toBe('')
  const isOver = async () => {
    const { entity } = (await hq.call('GET', `/api/entity/Project/${id}`)).json
    expect([entity.status === 'Provisioning', entity.under_way === 'Restore']).toEqual([false, false])
  }
  await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })
}

test('a restored project sends nothing by itself, but what is due tomorrow', async () => {
  await restore('acme', backup)
  await hq.act('acme', 'start_project')
  const site = await siteOf('acme')
  expect(await site.states()).toEqual({ ...allAre(restored), tomorrow: ['Scheduled', null] })
  await site.reach(0)
  await site.reach(1)
  expect(await site.states()).toEqual({ ...allAre(restored), tomorrow: ['Scheduled', null] })
  expect(arrivals()).toEqual([[], []])
})

test('a project made of a backup sends nothing that its original sends, also not tomorrow', async () => {
  const wish = { id: 'copy', project_name: 'Copy', environment: 'Production' }
  const made = await hq.call('POST', `/api/entity/Backup/${backup}?run_method=restore_as_new`, { data: wish })
  expect(made.message).toBe('')
  const site = await siteOf('copy')
  expect(await site.states()).toEqual({ ...allAre(restored), tomorrow: ['Held', restored] })
  expect(arrivals()).toEqual([[], []])
})

test('a clone, a clone of it, and what is restored into it reach nobody, whatever they are set to', async () => {
  const clone = async (source: string, id: string, more: object = {}) => {
    const { message } = await hq.act(source, 'clone_project', { id, project_name: id, mask: 0, ...more })
    expect(message).toBe('')
    return siteOf(id)
  }
  const one = await clone('acme', 'try', { backup })
  const gone = Object.fromEntries([...all, 'tomorrow'].map((name) => [name, ['Cancelled', null]]))
  expect(await one.states()).toEqual(gone)
  // By hand: everything that would let it out.
  await one.reach(1)
  const open = { id: 'Office', ...account }
  expect((await one.call('PUT', '/api/entity/Email Account', open)).status).toBe(200)
  const live = { id: 'Live', ...whatsapp.connection('Live') }
  expect((await one.call('PUT', '/api/entity/Whatsapp Webhook', live)).status).toBe(200)
  await one.mail('try@example.com')
  await one.call('POST', '/api/app/send_whatsapp', { whatsapp_contact_id: '972501110002', message: 'Hello' })
  const held = { try: ['Held', staging], 972501110002: ['Held', staging] }
  await vi.waitFor(async () => expect(await one.states()).toMatchObject(held), { timeout: 30_000, interval: 50 })

  const of = await backups.take('try')
  await backups.until(of, 'Proven')
  const two = await clone('try', 'try-2', { backup: of })
  expect(await two.states()).toMatchObject({ try: ['Cancelled', null], 972501110002: ['Cancelled', null] })
  await restore('try', of)
  const again = await siteOf('try')
  expect(await again.states()).toMatchObject({ try: ['Held', restored], 972501110002: ['Held', restored] })
  const [row] = (await again.call('GET', '/api/entity/Email Queue?filters={"recipients":"try@example.com"}')).json.data
  const retried = await again.call('POST', `/api/entity/Email Queue/${row.id}?run_method=retry`, { data: {} })
  expect([retried.status, JSON.stringify(retried.json)]).toEqual([409, expect.stringContaining(staging)])
  expect(arrivals()).toEqual([[], []])

  // They would have left all the time.
  const copy = await siteOf('copy')
  for (const entity of ['Email Queue', 'Whatsapp Message']) {
    const [first] = (await copy.call('GET', `/api/entity/${entity}?order_by=creation asc`)).json.data
    expect((await copy.call('POST', `/api/entity/${entity}/${first.id}?run_method=retry`, { data: {} })).status).toBe(
      200,
    )
  }
  await vi.waitFor(() => expect(arrivals()).toEqual([['queued@example.com'], ['972501110001']]), { timeout: 30_000 })
})
