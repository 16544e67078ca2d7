import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext } from '../../../entity/index.ts'
import { trimLogs } from '../../../ground/log-files.ts'
import { openLogs } from '../../../ground/logs.ts'
import { addMillis } from '../../../ground/utc-text.ts'
import { sql } from '../../../store/sql.ts'
import { onPostgres, textStatement } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { deleteOld } from './retention.ts'

const day = 86_400_000
let site: TestSite
let admin: string

beforeAll(async () => {
  site = await makeTestSite()
  admin = await site.signIn('Administrator')
})

const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: admin })
const set = (body: object) => call('PUT', '/api/entity/System Settings', body)
const ago = (days: number) => addMillis(site.site.engine.clock.nowUtc(), -days * day)
const tableOf = (entity: string) => site.site.engine.models.require(entity).table.name
const sqlRun = (text: string, values: (string | number)[] = []) =>
  site.site.store.write((tx) => tx.run(textStatement(text, values)))
const count = async (entity: string, where = '1 = 1', values: string[] = []) =>
  Number(
    (
      await site.site.store.get<{ n: number }>(
        textStatement(`select count(*) as n from "${tableOf(entity)}" where ${where}`, values),
      )
    )?.n,
  )

/** Makes a record that is so many days old. */
async function make(entity: string, days: number, values: object): Promise<string> {
  const { engine } = site.site
  const at = ago(days)
  const { id } = await createRecord(engine, systemContext(engine), entity, { ...values, creation: at, modified: at })
  return id
}

describe('expired rows are deleted, and younger ones stay', () => {
  test.each([
    ['Error Log', 'error_days', { title: 'fault' }],
    ['Webhook Log', 'webhook_days', { source: 'Email', outcome: 'Processed' }],
    ['Security Event', 'security_days', { event: 'Export', outcome: 'Allowed' }],
  ])('%s, by %s', async (entity, setting, values) => {
    const old = await make(entity, 46, values)
    const young = await make(entity, 44, values)
    await set({ [setting]: 45 })
    await deleteOld(site.site)
    expect([await count(entity, 'id = ?', [old]), await count(entity, 'id = ?', [young])]).toEqual([0, 1])
  })

  test('values of removed fields go after thirty days, on a site that is never started anew, too', async () => {
    const fields = ['a', 'b'].map((fieldname) => ({ fieldname, label: fieldname, fieldtype: 'Data' }))
    expect((await call('POST', '/api/entity/Entity', { id: 'Slimmed', module: 'Test', fields })).status).toBe(200)
    await call('POST', '/api/entity/Slimmed', { a: 'x', b: 'y' })
    const rows = (await call('GET', '/api/entity/Entity/Slimmed')).json.entity.fields
    const less = await call('PUT', '/api/entity/Entity/Slimmed', { fields: [rows[0]], confirm_data_loss: 1 })
    expect(less.status).toBe(200)
    const removed = async () => (await call('GET', '/api/entity/Entity/Slimmed')).json.entity.removed_fields
    await deleteOld(site.site)
    expect(await removed()).toMatchObject([{ fieldname: 'b' }])
    await sqlRun(`update retired_column set retired_at = ? where fieldname = 'b'`, [ago(31)])
    await deleteOld(site.site)
    expect(await removed()).toEqual([])
  })

  test('a record that another links to stays, and does not stop the others', async () => {
    const mail = { subject: 'Old', recipients: 'a@example.com', message: 'x', status: 'Sent' }
    const [held, free] = [await make('Email Queue', 400, mail), await make('Email Queue', 400, mail)]
    const fields = [{ fieldname: 'mail', label: 'Mail', fieldtype: 'Link', options: 'Email Queue' }]
    expect((await call('POST', '/api/entity/Entity', { id: 'Mail Note', module: 'Test', fields })).status).toBe(200)
    const note = await call('POST', '/api/entity/Mail Note', { mail: held })
    expect(note.status).toBe(200)
    await sqlRun(`insert into reset_key (hash, "user", expires, kind) values ('spent', 'x', ?, 'reset')`, [ago(2)])
    await deleteOld(site.site)
    expect([await count('Email Queue', 'id = ?', [held]), await count('Email Queue', 'id = ?', [free])]).toEqual([1, 0])
    expect(await site.site.store.get(sql`select 1 from reset_key where hash = 'spent'`)).toBeUndefined()
    expect((await call('DELETE', `/api/entity/Mail Note/${note.json.entity.id}`)).status).toBe(200)
    await deleteOld(site.site)
    expect(await count('Email Queue', 'id = ?', [held])).toBe(0)
  })

  test('sent, failed and cancelled mails are deleted with their outbox row, and queued ones stay however old', async () => {
    const mail = { subject: 'Old', recipients: 'a@example.com', message: 'x' }
    const gone = await Promise.all(
      ['Sent', 'Error', 'Cancelled'].map((status) => make('Email Queue', 400, { ...mail, status })),
    )
    const stay = await Promise.all(['Held', 'Not Sent'].map((status) => make('Email Queue', 400, { ...mail, status })))
    const young = await make('Email Queue', 364, { ...mail, status: 'Sent' })
    for (const id of gone) {
      await sqlRun("insert into outbox (kind, ref, lane, state, created) values ('email', ?, 'x', 'Error', ?)", [
        id,
        ago(400),
      ])
    }
    await deleteOld(site.site)
    for (const id of gone) {
      expect(await count('Email Queue', 'id = ?', [id])).toBe(0)
      expect(await site.site.store.get(sql`select 1 from outbox where ref = ${id}`)).toBeUndefined()
    }
    for (const id of [...stay, young]) expect(await count('Email Queue', 'id = ?', [id])).toBe(1)
  })

  test('ended sessions are deleted, and active ones stay', async () => {
    const values = { user: 'Administrator', via: 'Password' }
    const ended = await make('Session', 31, { ...values, status: 'Ended' })
    const recent = await make('Session', 29, { ...values, status: 'Ended' })
    await deleteOld(site.site)
    expect([await count('Session', 'id = ?', [ended]), await count('Session', 'id = ?', [recent])]).toEqual([0, 1])
    expect((await call('GET', '/api/auth/validate')).json.user ?? 'Administrator').toBe('Administrator')
  })

  test('history stays unless a time is set, and that of users, roles and definitions always stays', async () => {
    const task = await make('Task', 0, { subject: 'Old story' })
    await sqlRun(`update "${tableOf('Version')}" set c_at = ?`, [ago(200)])
    const [tasks, people] = [
      await count('Version', "c_ref_entity = 'Task'"),
      await count('Version', "c_ref_entity = 'User'"),
    ]
    await deleteOld(site.site)
    expect(await count('Version', 'c_ref_id = ?', [task])).toBe(1)
    await set({ history_days: 90 })
    await deleteOld(site.site)
    expect(tasks).toBeGreaterThan(0)
    expect(people).toBeGreaterThan(0)
    expect(await count('Version', "c_ref_entity = 'Task'")).toBe(0)
    expect(await count('Version', "c_ref_entity = 'User'")).toBe(people)
    await set({ history_days: 0 })
  })

  test('sent outbox rows and expired keys are deleted, and queued rows stay', async () => {
    const add = (state: string, days: number) =>
      sqlRun("insert into outbox (kind, ref, lane, state, created) values ('none', ?, 'x', ?, ?)", [
        `${state}${days}`,
        state,
        ago(days),
      ])
    await Promise.all([add('Sent', 31), add('Sent', 29), add('Held', 31)])
    await sqlRun(`insert into reset_key (hash, "user", expires, kind) values ('old', 'x', ?, 'reset')`, [ago(2)])
    await deleteOld(site.site)
    const left = await site.site.store.all<{ ref: string }>(
      sql`select ref from outbox where kind = 'none' order by ref`,
    )
    expect(left.map(({ ref }) => ref)).toEqual(['Held31', 'Sent29'])
    expect(await site.site.store.get(sql`select 1 from reset_key where hash = 'old'`)).toBeUndefined()
  })

  test('0 means that rows never expire', async () => {
    await set({ error_days: 0 })
    const old = await make('Error Log', 3_000, { title: 'old' })
    await deleteOld(site.site)
    expect(await count('Error Log', 'id = ?', [old])).toBe(1)
    await set({ error_days: 30 })
  })
})

test('thousands of rows are deleted in steps, between which users can write', async () => {
  const values = Array.from({ length: 3_000 }, (_, at) => `('e${at}', 'e${at}', '${ago(60)}', '${ago(60)}')`)
  await sqlRun(`insert into "${tableOf('Error Log')}" (id, id_fold, creation, modified) values ${values.join()}`)
  let isOver = false
  const sweeping = deleteOld(site.site).then(() => {
    isOver = true
  })
  let written = 0
  for (; !isOver; written++) {
    expect((await call('POST', '/api/entity/Task', { subject: 'Meanwhile' })).status).toBe(200)
  }
  await sweeping
  expect(await count('Error Log', 'creation < ?', [ago(59)])).toBe(0)
  expect(written).toBeGreaterThan(5)
})

test('settings out of their range are refused with a sentence that names the range', async () => {
  const messageOf = async (body: object) => (await set(body)).json.message
  expect(await messageOf({ security_days: 29 })).toBe('Security Days must be between 30 and 3,650')
  expect(await messageOf({ history_days: 30 })).toBe('History Days must be 0 or between 90 and 3,650')
  expect(await messageOf({ log_total_mb: 5 })).toBe('Log Total (MB) must be 0 or between 100 and 1,000,000')
  expect(await messageOf({ email_days: -1 })).toBe('Email Days must be 0 or between 1 and 3,650')
})

test('a site of an earlier version shows the defaults and lets other settings be saved', async () => {
  await sqlRun(`update "${tableOf('System Settings')}" set c_security_days = null, c_email_days = null`)
  expect((await call('GET', '/api/entity/System Settings/System Settings')).json.entity).toMatchObject({
    security_days: 400,
    email_days: 365,
  })
  expect((await set({ site_title: 'Old house' })).status).toBe(200)
})

onPostgres((_open, database) => {
  test('expired rows are deleted on PostgreSQL too', async () => {
    const first = site
    site = await makeTestSite({ database })
    try {
      const old = await make('Error Log', 31, { title: 'old' })
      const young = await make('Error Log', 29, { title: 'young' })
      const mail = await make('Email Queue', 400, {
        subject: 'x',
        recipients: 'a@example.com',
        message: 'x',
        status: 'Sent',
      })
      const session = await make('Session', 31, { user: 'Administrator', via: 'Password', status: 'Ended' })
      await sqlRun("insert into outbox (kind, ref, lane, state, created) values ('none', 'x', 'x', 'Sent', ?)", [
        ago(31),
      ])
      await sqlRun(`update "${tableOf('Version')}" set c_at = ?`, [ago(200)])
      site.site.engine.useSettings({ ...site.site.engine.settings, history_days: 90 })
      await deleteOld(site.site)
      const left = await Promise.all([
        count('Error Log', 'id = ?', [old]),
        count('Error Log', 'id = ?', [young]),
        count('Email Queue', 'id = ?', [mail]),
        count('Session', 'id = ?', [session]),
        count('Version', "c_ref_entity = 'Task'"),
      ])
      expect(left).toEqual([0, 1, 0, 0, 0])
      expect(await count('Version', "c_ref_entity = 'User'")).toBeGreaterThan(0)
      expect(await site.site.store.get(sql`select 1 as found from outbox where kind = 'none'`)).toBeUndefined()
    } finally {
      site = first
    }
  })
})

describe('log files', () => {
  let dir: string
  const logs = () => join(dir, 'logs')
  const names = () => readdirSync(logs()).sort()
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tavla-logs-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  test('old copies are deleted after their time, or the oldest first if all are too large, and files in use stay', async () => {
    const log = openLogs(dir)
    log.web('a line')
    await expect.poll(() => existsSync(join(logs(), 'web.log'))).toBe(true)
    const copy = async (name: string, days: number) => {
      await writeFile(join(logs(), name), 'x'.repeat(1000))
      const then = new Date(Date.now() - days * day)
      await utimes(join(logs(), name), then, then)
    }
    await copy('web.log.1', 1)
    await copy('web.log.2', 40)
    await copy('error.log.1', 2)
    await copy('error.log.2', 3)
    await writeFile(join(logs(), 'own-notes.txt'), 'not a log')
    await log.trim({ millis: 30 * day, bytes: 0 })
    expect(names()).toEqual(['error.log.1', 'error.log.2', 'own-notes.txt', 'web.log', 'web.log.1'])
    await log.trim({ millis: 0, bytes: 2_500 })
    expect(names()).toEqual(['error.log.1', 'own-notes.txt', 'web.log', 'web.log.1'])
    await log.close()
  })

  test('a quiet log becomes a copy that expires, and no line of the moment is lost', async () => {
    const log = openLogs(dir)
    log.web('an old line')
    await expect.poll(() => existsSync(join(logs(), 'web.log'))).toBe(true)
    await expect.poll(() => Date.now() - statSync(join(logs(), 'web.log')).birthtimeMs).toBeGreaterThan(10)
    const turning = log.trim({ millis: 50, bytes: 0 })
    log.web('a new line')
    await turning
    await log.close()
    expect(names()).toContain('web.log')
    expect(names()).toContain('web.log.1')
    trimLogs(logs(), { millis: 1, bytes: 0 }, Date.now() + 1_000)
    expect(names()).toEqual(['own-notes.txt', 'web.log'])
  })
})
