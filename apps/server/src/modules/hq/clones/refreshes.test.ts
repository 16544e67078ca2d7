import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { askDefinitions } from '../promotions/testing-definitions.ts'

let hq: TestHq

beforeAll(async () => {
  hq = await startHq()
  await hq.create('acme', { start_with: 'Sample' })
  await hq.until('acme', 'Running')
  const wish = { id: 'acme-try', project_name: 'Acme try' }
  expect((await hq.act('acme', 'clone_project', wish)).message).toBe('')
  await hq.until('acme-try', 'Running')
}, 120_000)

afterAll(() => hq?.remove())

const recordOf = async (id: string) => (await hq.call('GET', `/api/entity/Project/${id}`)).json.entity

const ask = (id: string, order: object) => askDefinitions(hq, id, order)

const text = (title: string) => ({ title, text: `Text of ${title}` })
const put = async (id: string, key: string, before: object | null, after: object | null) => {
  const change = before === null ? 'add' : after === null ? 'remove' : 'change'
  const answer = await ask(id, { do: 'put', site: id, items: [{ key, change, before, after }] })
  expect(answer.refused).toBeUndefined()
}

/** The canned texts of a project by title. */
async function textsOf(id: string): Promise<Record<string, string>> {
  const { items } = await ask(id, { do: 'export' })
  const texts = items.filter(({ kind }) => kind === 'Canned Text')
  return Object.fromEntries(texts.map(({ value }) => [String(value.title), String(value.text)]))
}

/** The user of a project's site by the Administrator's password, who sees its contacts. */
async function contactsOf(id: string): Promise<string[]> {
  const { stagingUrl = '' } = await hq.project(id)
  const { json } = await hq.act(id, 'reveal_admin_password')
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  const body = JSON.stringify({ user: 'Administrator', password: json.data.password })
  const login = await fetch(`${stagingUrl}/api/auth/login`, { method: 'POST', headers, body })
  expect(login.status).toBe(200)
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const path = '/api/entity/Contact?fields=["contact_name"]&limit_page_length=500'
  const answer = (await (await fetch(stagingUrl + path, { headers: { cookie } })).json()) as {
    data: { contact_name: string }[]
  }
  return answer.data.map(({ contact_name }) => contact_name)
}

async function refresh(data: object): Promise<void> {
  const { json, message } = await hq.act('acme-try', 'refresh_clone', data)
  expect([message, json.data]).toEqual(['', { status: 'Provisioning' }])
  await hq.until('acme-try', 'Running')
}

async function planned(): Promise<{ key: string; change: string; conflict: number }[]> {
  const { json, message } = await hq.act('acme-try', 'plan_promotion', { target: 'acme' })
  expect(message).toBe('')
  const promotion = await hq.call('GET', `/api/entity/Promotion/${json.data.promotion}`)
  return promotion.json.entity.items
}

async function messages(id: string): Promise<string[]> {
  const { json } = await hq.act(id, 'load_project_data')
  return json.data.events.map(({ message }: { message: string }) => message)
}

test('a clone is made anew and keeps its address, its environment and what it changed in its definitions', async () => {
  await put('acme', 'Canned Text/both', null, text('Both'))
  await put('acme-try', 'Canned Text/tried', null, text('Tried'))
  const before = await recordOf('acme-try')
  await refresh({ mask: 0, keep_definitions: 1 })
  const after = await recordOf('acme-try')
  for (const name of ['staging_url', 'port', 'environment', 'clone_of', 'project_name']) {
    expect(after[name]).toEqual(before[name])
  }
  expect(await textsOf('acme-try')).toMatchObject({ Both: 'Text of Both', Tried: 'Text of Tried' })
  expect((await contactsOf('acme-try')).toSorted()).toEqual((await contactsOf('acme')).toSorted())
  const { json } = await hq.call('GET', '/api/entity/Backup?filters={"project":"acme-try","type":"Safety"}')
  expect(json.data).toHaveLength(1)
  expect(await messages('acme-try')).toContain('The clone is refreshed from acme.')
  // Both share the fresh definitions from now on, so that the plan has the clone's own changes alone.
  expect(await planned()).toMatchObject([{ change: 'add', conflict: 0, after: { title: 'Tried' } }])
}, 120_000)

test('without its definitions it is a fresh copy, masked', async () => {
  await put('acme', 'Canned Text/later', null, text('Later'))
  await refresh({})
  const texts = await textsOf('acme-try')
  expect([texts.Later, texts.Tried]).toEqual(['Text of Later', undefined])
  expect((await contactsOf('acme-try')).toSorted()).not.toEqual((await contactsOf('acme')).toSorted())
  await expect.poll(planned, { timeout: 20_000 }).toEqual([])
}, 120_000)

test('a project that is no Staging clone is not refreshed, nor for a person who may not copy its source', async () => {
  const said = 'Only a clone that is Staging can be refreshed.'
  const refused = await hq.act('acme', 'refresh_clone')
  expect([refused.status, refused.message]).toEqual([409, said])
  const manager = await hq.person('manager@example.com', ['Project Operator'])
  const setAccess = (id: string, level: string) =>
    hq.call('PUT', '/api/entity/Project', { id, access: [{ user: 'manager@example.com', level }] })
  await setAccess('acme-try', 'Design')
  expect((await hq.act('acme-try', 'refresh_clone', {}, manager)).status).toBe(403)
  await setAccess('acme-try', 'Manage')
  // A copy of a project's data is for those who may copy it.
  expect((await hq.act('acme-try', 'refresh_clone', {}, manager)).status).toBe(403)
  await hq.act('acme-try', 'stop_project')
  const { status, message } = await hq.act('acme-try', 'refresh_clone', { keep_definitions: 1 })
  expect([status, message]).toEqual([409, 'This is not possible while the project is Stopped.'])
})
