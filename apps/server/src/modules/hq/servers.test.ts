import { afterAll, beforeAll, expect, test } from 'vitest'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

override(defaultTiming, { serverEvery: 50 })

let hq: TestHq

beforeAll(async () => {
  hq = await startHq()
})

afterAll(() => hq.remove())

const server = async (id: string) => (await hq.call('GET', `/api/entity/Server/${id}`)).json.entity
const versionsOf = async (id: string) =>
  (await hq.call('GET', `/api/entity/Version?filters={"ref_entity":"Server","ref_id":"${id}"}`)).json.count

test('HQ checks a server as soon as it is made and regularly after that, without a version for each check', async () => {
  const range = { port_range_start: 19_780, port_range_end: 19_790 }
  const made = await hq.call('POST', '/api/entity/Server', { server_name: 'shelf', ...range })
  expect(made.status).toBe(200)
  await expect.poll(async () => (await server('shelf')).status).toBe('Online')
  const first = await server('shelf')
  expect(first.last_seen).toMatch(/^\d{4}-/)
  const versions = await versionsOf('shelf')
  await expect.poll(async () => (await server('shelf')).last_seen > first.last_seen).toBe(true)
  expect([await versionsOf('shelf'), (await server('shelf')).modified]).toEqual([versions, first.modified])
})

test('a server that is offline keeps the time when it was last seen, and is online once it is back', async () => {
  await expect.poll(async () => (await server('main')).status).toBe('Online')
  await hq.call('POST', '/api/entity/Server', { server_name: 'gone', data_root: '/proc/none/projects' })
  await expect.poll(async () => (await server('gone')).status).toBe('Offline')
  expect((await server('gone')).last_seen).toBeNull()
  await hq.call('PUT', '/api/entity/Server/gone', { data_root: `${hq.dir}/shelf` })
  await expect.poll(async () => (await server('gone')).status).toBe('Online')
})

test('the console counts the users that it lists, disabled ones included', async () => {
  await hq.create('people')
  const { stagingUrl = '' } = await hq.until('people', 'Running')
  const { json } = await hq.act('people', 'create_login_token')
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  const body = JSON.stringify({ token: json.data.token })
  const login = await fetch(`${stagingUrl}/api/auth/login_with_token`, { method: 'POST', headers, body })
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const disabled = JSON.stringify({ email: 'gone@example.com', full_name: 'Gone', enabled: 0 })
  const made = await fetch(`${stagingUrl}/api/user`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: disabled,
  })
  expect(made.status).toBe(200)
  const filters = encodeURIComponent(JSON.stringify({ id: ['!=', 'Guest'] }))
  const listed = await fetch(`${stagingUrl}/api/entity/User?filters=${filters}`, { headers: { cookie } })
  const { count } = (await listed.json()) as { count: number }
  const { counts, health } = (await hq.act('people', 'load_project_data')).json.data
  expect([counts.users, count > 1]).toEqual([count, true])
  expect(health).toMatchObject({ ok: 1, status: 'ok' })
})
