import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { markRestored } from '../config/restored-mark.ts'
import { startSmtp } from '../modules/email/testing-smtp.ts'
import { TestWhatsapp } from '../modules/whatsapp/testing-whatsapp.ts'
import { type Sql, sql } from '../store/sql.ts'
import { copySiteTemplate, usual } from '../testing/site-template.ts'
import { makeTestSite, messageOf, type TestSite } from '../testing/test-site.ts'

const sentence = 'Held: this is a staging project.'
const [smtp, whatsapp] = await Promise.all([startSmtp(), TestWhatsapp.start()])
const dir = await mkdtemp(join(tmpdir(), 'tavla-reach-'))
afterAll(async () => {
  await whatsapp.stop()
  await rm(dir, { recursive: true, force: true })
})
await copySiteTemplate(dir)

let site: TestSite = await makeTestSite({ dir, ...usual })
let admin = await site.signIn('Administrator')

/** Starts the site again, as HQ would after it wrote these keys. */
async function reopenWith(keys: object): Promise<void> {
  await site.close()
  const file = join(dir, 'config.json')
  const before = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  for (const key of ['environment', 'reach', 'reach_only']) delete before[key]
  await writeFile(file, JSON.stringify({ ...before, ...keys }))
  site = await makeTestSite({ dir, ...usual })
  admin = await site.signIn('Administrator')
}

const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: admin })
const reach = (may_reach_people: 0 | 1) => call('PUT', '/api/entity/System Settings', { may_reach_people })

async function write(entity: string, body: object): Promise<string> {
  const { status, json, text } = await call('POST', `/api/entity/${entity}`, body)
  if (status !== 200) throw new Error(text)
  return json.entity.id
}

/** Sends a mail; resolves to the id of its row in the queue. */
async function mail(recipients: string, more: object = {}): Promise<string> {
  const body = { subject: 'Hello', content: 'Hello', recipients, ...more }
  const { json, text } = await call('POST', '/api/app/send_email', body)
  if (!json?.communication) throw new Error(text)
  const filters = encodeURIComponent(JSON.stringify({ communication: json.communication.id }))
  return (await call('GET', `/api/entity/Email Queue?filters=${filters}`)).json.data[0].id
}

async function message(number: string): Promise<string> {
  const { json } = await call('POST', '/api/app/send_whatsapp', { whatsapp_contact_id: number, message: 'Hello' })
  return json.whatsapp_message.id
}

async function stateOf(entity: string, id: string): Promise<[unknown, unknown]> {
  await site.site.outbox.settled()
  const { status, error } = (await call('GET', `/api/entity/${entity}/${id}`)).json.entity
  return [status, error]
}
const mailState = (id: string) => stateOf('Email Queue', id)
const messageState = (id: string) => stateOf('Whatsapp Message', id)
const act = (path: string, action: string) => call('POST', `/api/entity/${path}?run_method=${action}`, { data: {} })
const arrivals = () => smtp.arrived.flatMap(({ to }) => to).toSorted()
const become = (name: string, change: Sql) =>
  site.site.store.write((tx) => tx.run(sql`update outbox set ${change} where ref = ${rows[name]}`))

const rows: Record<string, string> = {}

await write('Email Account', {
  email_account_name: 'Office',
  email_id: 'office@example.com',
  enable_outgoing: 1,
  default_outgoing: 1,
  smtp_server: '127.0.0.1',
  smtp_port: smtp.port,
  use_tls: 0,
  allow_unencrypted: 1,
  login_id: 'dana',
  password: 'secret',
})
await write('Whatsapp Webhook', whatsapp.connection('Live'))
await reach(0)
for (const name of ['queued', 'retrying', 'sending']) rows[name] = await mail(`${name}@example.com`)
rows.due = await mail('due@example.com', { send_at: new Date(Date.now() + 86_400_000).toISOString() })
rows.message = await message('972501110001')
await site.site.outbox.settled()

describe('a site whose configuration lets it reach nobody', () => {
  test('sends no row of any state, though its settings allow it', async () => {
    await become('retrying', sql`state = 'Queued', attempts = 2, next_attempt = '2099-01-01T00:00:00.000000Z'`)
    await become('sending', sql`state = 'Sending', lease_owner = 'dead', lease_until = '2020-01-01'`)
    await become('due', sql`next_attempt = '2020-01-01'`)
    await reopenWith({ environment: 'Staging', reach: 'people' })
    expect((await reach(1)).status).toBe(200)
    site.site.outbox.wake()
    for (const name of ['queued', 'retrying', 'sending', 'due']) {
      expect([name, ...(await mailState(rows[name] ?? ''))]).toEqual([name, 'Held', sentence])
    }
    expect(await messageState(rows.message ?? '')).toEqual(['Held', sentence])
    rows.later = await mail('later@example.com')
    rows.laterMessage = await message('972501110002')
    expect(await mailState(rows.later)).toEqual(['Held', sentence])
    expect(await messageState(rows.laterMessage)).toEqual(['Held', sentence])
    expect([arrivals(), whatsapp.messages]).toEqual([[], []])
  })

  test('refuses to retry a held row, to fetch mail and to write of itself whom it may reach', async () => {
    for (const path of [`Email Queue/${rows.queued}`, `Whatsapp Message/${rows.message}`]) {
      const { status, json } = await act(path, 'retry')
      expect([status, messageOf(json).message]).toEqual([409, sentence])
    }
    const { status, json } = await act('Email Account/Office', 'pull_now')
    expect([status, messageOf(json).message]).toEqual([409, sentence])
    expect(await mailState(rows.queued ?? '')).toEqual(['Held', sentence])
  })

  test('reaches those whom its configuration names, when nobody else gets a copy', async () => {
    await reopenWith({ environment: 'Staging', reach_only: ['QA@Example.com', '+972 50-111-0009'] })
    const own = await mail('Qa <qa@example.COM>', { cc: 'qa@example.com' })
    const copied = await mail('qa@example.com', { cc: 'copied@example.com' })
    const hidden = await mail('qa@example.com', { bcc: 'hidden@example.com' })
    const [ours, theirs] = [await message('972501110009'), await message('972501110010')]
    expect(await mailState(own)).toEqual(['Sent', null])
    expect(await mailState(copied)).toEqual(['Held', sentence])
    expect(await mailState(hidden)).toEqual(['Held', sentence])
    await expect.poll(async () => (await messageState(ours))[0]).toBe('Sent')
    expect(await messageState(theirs)).toEqual(['Held', sentence])
    expect(new Set(arrivals())).toEqual(new Set(['qa@example.com']))
    expect(whatsapp.messages.map(({ to }) => to)).toEqual(['972501110009'])
    // The setting still holds everything.
    await reach(0)
    expect(await mailState(await mail('qa@example.com'))).toEqual(['Held', null])
    await reach(1)
  })

  test('keeps its rows held once it is an ordinary site, until somebody retries or cancels them', async () => {
    const before = smtp.arrived.length
    await reopenWith({ environment: 'Development', reach: 'people' })
    site.site.outbox.wake()
    expect(await mailState(rows.queued ?? '')).toEqual(['Held', sentence])
    expect(await messageState(rows.message ?? '')).toEqual(['Held', sentence])
    expect((await act(`Email Queue/${rows.queued}`, 'retry')).json).toEqual({ data: { status: 'Not Sent' } })
    expect(await mailState(rows.queued ?? '')).toEqual(['Sent', null])
    expect((await act(`Email Queue/${rows.later}`, 'cancel')).json).toEqual({ data: { status: 'Cancelled' } })
    expect((await act(`Whatsapp Message/${rows.message}`, 'retry')).json).toEqual({ data: { status: 'Queued' } })
    await expect.poll(async () => (await messageState(rows.message ?? ''))[0]).toBe('Sent')
    expect((await act(`Whatsapp Message/${rows.laterMessage}`, 'cancel')).json).toEqual({ data: { status: 'Failed' } })
    expect(await messageState(rows.laterMessage ?? '')).toEqual(['Failed', 'Cancelled'])
    expect((await act(`Whatsapp Message/${rows.laterMessage}`, 'retry')).status).toBe(409)
    expect(smtp.arrived.length).toBe(before + 2)
  })

  test('may say that an earlier attempt has perhaps arrived', async () => {
    expect((await act(`Email Queue/${rows.sending}`, 'retry')).status).toBe(200)
    expect((await mailState(rows.sending ?? ''))[0]).toBe('Sent')
    const [last] = smtp.arrived.filter(({ to }) => to.includes('sending@example.com'))
    expect(last?.mail.headers.find(({ key }) => key === 'x-possible-duplicate')?.value).toBe('yes')
  })
})

describe('a site that was restored from a backup', () => {
  test('sends no row of any state by itself, though it may reach people', async () => {
    const before = [smtp.arrived.length, whatsapp.messages.length]
    const held = 'Restored from a backup: check before sending.'
    await reach(0)
    const names = ['queued', 'retrying', 'sending', 'due']
    for (const name of names) rows[name] = await mail(`restored-${name}@example.com`)
    rows.message = await message('972501110003')
    await site.site.outbox.settled()
    await become('retrying', sql`state = 'Queued', attempts = 2, next_attempt = '2099-01-01T00:00:00.000000Z'`)
    await become('sending', sql`state = 'Sending', lease_owner = 'dead', lease_until = '2020-01-01'`)
    await become('due', sql`next_attempt = '2020-01-01'`)
    await site.site.store.write((tx) => tx.run(sql`update e_system_settings set c_may_reach_people = 1`))
    markRestored(dir, { backup: 'b1' })
    await reopenWith({ environment: 'Production', reach: 'people' })
    site.site.outbox.wake()
    for (const name of names) expect([name, ...(await mailState(rows[name] ?? ''))]).toEqual([name, 'Held', held])
    expect(await messageState(rows.message ?? '')).toEqual(['Held', held])
    expect([smtp.arrived.length, whatsapp.messages.length]).toEqual(before)
  })
})
