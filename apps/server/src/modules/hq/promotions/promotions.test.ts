import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { find, setSilently, systemContext } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { noteAction } from '../under-way.ts'
import { askDefinitions } from './testing-definitions.ts'

let hq: TestHq
let operator: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('partner@example.com', ['Project Operator'])
  for (const id of ['trial', 'shop']) await hq.create(id, { project_name: id })
  for (const id of ['trial', 'shop']) await hq.until(id, 'Running')
}, 240_000)

afterAll(() => hq.remove())

const ask = (id: string, order: object) => askDefinitions(hq, id, order)

const field = (id: string, fieldname: string) => ({ id, fieldname, label: fieldname, fieldtype: 'Data' })
const deal = (...fields: object[]) => ({
  ...{ module: 'Sales', type: 'Document', naming_rule: 'Hash', track_changes: 1 },
  permissions: [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }],
  fields,
})
const put = (id: string, key: string, before: object | null, after: object) =>
  ask(id, { do: 'put', site: id, items: [{ key, change: before ? 'change' : 'add', before, after }] })
const itemOf = async (id: string, key: string) => {
  const { items } = await ask(id, { do: 'export' })
  return items.find(({ kind, id: name }) => `${kind}/${name}` === key)
}

/** A call to the target's site as its Administrator. */
async function atShop(method: string, path: string, body?: object) {
  const { stagingUrl, adminPassword } = await hq.project('shop')
  const url = String(stagingUrl).replace('localhost', '127.0.0.1')
  const headers = { 'content-type': 'application/json' }
  const credentials = JSON.stringify({ user: 'Administrator', password: adminPassword })
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const sent = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(url + path, { method, headers: { ...headers, cookie }, ...sent })
  return (await response.json()) as { entity: Record<string, unknown>; data: { data: string }[] }
}

const setValues = (entity: string, id: string, values: Record<string, string>) =>
  hq.site.engine.store.write((tx) => setSilently(hq.site.engine, tx, entity, id, values))

const act = (id: string, action: string, data: object = {}, cookie?: string) =>
  hq.call('POST', `/api/entity/Promotion/${id}?run_method=${action}`, { data }, cookie)
const read = async (id: string) => (await hq.call('GET', `/api/entity/Promotion/${id}`)).json.entity
const plan = async () => {
  const { json, status, message } = await hq.act('trial', 'plan_promotion', { target: 'shop' })
  expect([status, message]).toEqual([200, ''])
  return json.data.promotion as string
}
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect(await read(id)).toMatchObject({ status }), { timeout: 120_000, interval: 100 })
const settled = () =>
  vi.waitFor(async () => expect((await hq.call('GET', '/api/entity/Project/shop')).json.entity.under_way).toBeNull(), {
    timeout: 120_000,
    interval: 100,
  })

/** The statuses of the same call of two operators at once, the lower one first. */
async function byTwo(call: (cookie?: string) => Promise<{ status: number }>): Promise<number[]> {
  const other = await hq.person('operator@example.com', ['Operator'])
  const answers = await Promise.all([call(), call(other)])
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

test('a promotion is planned, picked, rehearsed on a copy, applied and taken back', async () => {
  await put('trial', 'Entity/Deal', null, deal(field('deal-name', 'name'), field('deal-size', 'size')))
  const first = await plan()
  const { items } = await read(first)
  expect(items).toMatchObject([{ key: 'Entity/Deal', change: 'add', risk: 'Safe', picked: 1 }])
  expect((await act(first, 'apply')).message).toBe('Rehearse this promotion first.')
  expect((await act(first, 'pick', { keys: ['Entity/None'] })).status).toBe(417)
  expect((await act(first, 'pick', { keys: ['Entity/Deal'] })).json.data.added).toEqual([])
  expect((await act(first, 'rehearse')).json.data).toEqual({ status: 'Draft' })
  await until(first, 'Rehearsed')
  expect((await read(first)).rehearsal).toMatchObject({ items: 1, lost: [], failed: [] })
  expect(await itemOf('shop', 'Entity/Deal')).toBeUndefined()
  await settled()
  expect(await byTwo((cookie) => act(first, 'apply', {}, cookie))).toEqual([200, 409])
  await until(first, 'Applied')
  await settled()
  const applied = await read(first)
  expect(applied).toMatchObject({ applied_by: 'Administrator', backup: expect.any(String), error: null })
  expect(await itemOf('shop', 'Entity/Deal')).toEqual(await itemOf('trial', 'Entity/Deal'))
  expect((await read(await plan())).items).toEqual([])

  const back = (await act(first, 'roll_back', { dry_run: 1 })).json.data
  expect(back.status).toBe('Applied')
  expect(await byTwo((cookie) => act(first, 'roll_back', {}, cookie))).toEqual([200, 409])
  expect((await read(first)).status).toBe('Rolled Back')
  expect(await itemOf('shop', 'Entity/Deal')).toBeUndefined()
  const again = await read(await plan())
  expect(again.items).toMatchObject([{ key: 'Entity/Deal', change: 'add', conflict: 0 }])
}, 240_000)

test('a changed target is refused, and nothing of the plan is applied', async () => {
  const text = { title: 'Greeting', text: 'Hello' }
  await put('trial', 'Canned Text/greeting', null, text)
  const id = await plan()
  await act(id, 'pick', { keys: ['Canned Text/greeting'] })
  await act(id, 'rehearse')
  await until(id, 'Rehearsed')
  await settled()
  await put('shop', 'Canned Text/greeting', null, { ...text, text: 'Good day' })
  await act(id, 'apply')
  await until(id, 'Failed')
  expect((await read(id)).error).toBe('The definitions of shop changed since this plan was made. Make it anew.')
  expect((await itemOf('shop', 'Canned Text/greeting'))?.value.text).toBe('Good day')
  await settled()
}, 240_000)

/** Plans everything that is no conflict, and tries it. */
const rehearsed = async () => {
  const id = await plan()
  await act(id, 'rehearse')
  await until(id, 'Rehearsed')
  await settled()
  return id
}
const applied = async (id: string, data: object = {}) => {
  expect((await act(id, 'apply', data)).message).toBe('')
  await until(id, 'Applied')
  await settled()
}

test('other steps that are picked while a rehearsal or a promotion goes on are never taken for rehearsed', async () => {
  await put('trial', 'Canned Text/first', null, { title: 'First', text: 'One' })
  await put('trial', 'Canned Text/second', null, { title: 'Second', text: 'Two' })
  const id = await plan()
  const [first, second] = ['Canned Text/first', 'Canned Text/second']
  await act(id, 'pick', { keys: [first] })
  expect((await act(id, 'rehearse')).message).toBe('')
  expect((await act(id, 'pick', { keys: [second] })).message).toBe('')
  await settled()
  expect(await read(id)).toMatchObject({ status: 'Draft', rehearsal: null })
  expect((await act(id, 'apply')).message).toBe('Rehearse this promotion first.')

  await act(id, 'rehearse')
  await until(id, 'Rehearsed')
  await settled()
  expect((await act(id, 'rehearse')).message).toBe('')
  expect((await act(id, 'apply')).message).toBe('')
  expect((await act(id, 'pick', { keys: [first] })).message).toBe('Promotion is under way for this project.')
  await until(id, 'Applied')
  await settled()
  expect(await read(id)).toMatchObject({ status: 'Applied' })
  expect([await itemOf('shop', first), (await itemOf('shop', second))?.value.text]).toEqual([undefined, 'Two'])
  expect((await act(id, 'roll_back')).message).toBe('')
}, 240_000)

test('of two promotions to the same target, and of a promotion and a restore, one waits for the other', async () => {
  const ids: string[] = []
  for (const name of ['left', 'right']) {
    await put('trial', `Canned Text/${name}`, null, { title: name, text: name })
    const id = await plan()
    await act(id, 'pick', { keys: [`Canned Text/${name}`] })
    await act(id, 'rehearse')
    await until(id, 'Rehearsed')
    await settled()
    ids.push(id)
  }
  const [left = '', right = ''] = ids
  const answers = await Promise.all([act(left, 'apply'), act(right, 'apply')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [first, second] = answers[0]?.status === 200 ? [left, right] : [right, left]
  await until(first, 'Applied')
  await settled()
  expect((await read(second)).status).toBe('Rehearsed')
  const { backup } = await read(first)
  const both = await Promise.all([hq.act('shop', 'restore_project', { backup }), act(second, 'apply')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await settled()
  await hq.until('shop', 'Running')
}, 240_000)

test('a loss that came after the rehearsal is shown before anything is lost, and comes back', async () => {
  const lead = deal(field('lead-name', 'name'), field('lead-size', 'size'))
  await put('trial', 'Entity/Lead', null, lead)
  await applied(await rehearsed())
  const before = (await itemOf('trial', 'Entity/Lead'))?.value ?? {}
  await put('trial', 'Entity/Lead', before, { ...before, fields: [field('lead-name', 'name')] })
  // The newest backup is younger than an hour and does not know the entity.
  const id = await rehearsed()
  expect((await read(id)).rehearsal).toMatchObject({ lost: [], failed: [] })
  const record = String((await atShop('POST', '/api/entity/Lead', { name: 'Dana', size: 'large' })).entity.id)
  await act(id, 'apply')
  const isShown = async () => expect((await read(id)).error).toContain('would lose data in 1 records')
  await vi.waitFor(isShown, { timeout: 120_000, interval: 100 })
  await settled()
  expect(await read(id)).toMatchObject({
    status: 'Rehearsed',
    rehearsal: { lost: [{ fieldname: 'size', records: 1 }] },
  })
  expect((await act(id, 'apply')).json.exc_type).toBe('DataLossError')
  await applied(id, { confirm_data_loss: 1 })
  expect((await atShop('GET', `/api/entity/Lead/${record}`)).entity.size).toBeUndefined()
  expect((await act(id, 'roll_back')).json.data.status).toBe('Rolled Back')
  expect((await atShop('GET', `/api/entity/Lead/${record}`)).entity.size).toBe('large')
}, 240_000)

test('an interrupted promotion is settled once its target runs', async () => {
  const { engine } = hq.site
  /** The state that HQ leaves when it is killed, and what the next look at the target makes of it. */
  const interrupted = async (id: string, action: string) => {
    const data = { action, promotion: id }
    await engine.store.write((tx) => noteAction(engine, systemContext(engine), tx, 'shop', data))
    await setValues('Project', 'shop', { under_way: 'Promotion' })
    process.kill(hq.pid('shop') as number, 'SIGKILL')
    await settled()
    await hq.until('shop', 'Running')
    const where = { project: 'shop', event: 'promotion' }
    const [event] = await find(engine, 'Project Event', {
      where,
      fields: ['message'],
      order: 'creation desc',
      limit: 1,
    })
    return [
      (await read(id)).status,
      String(event?.message)
        .replace(/[\u2068\u2069]/g, '')
        .replace(id, '{0}'),
    ]
  }
  await put('trial', 'Canned Text/farewell', null, { title: 'Farewell', text: 'Goodbye' })
  const id = await rehearsed()
  await setValues('Promotion', id, { operation_id: '0198-none' })
  const notApplied = 'The promotion {0} was interrupted before it was applied.'
  expect(await interrupted(id, 'apply')).toEqual(['Rehearsed', notApplied])
  expect((await read(id)).operation_id).toBeNull()

  await applied(id)
  const { operation_id: operation } = await read(id)
  await setValues('Promotion', id, { status: 'Rehearsed' })
  const wasApplied = 'The promotion {0} was interrupted after it was applied.'
  expect(await interrupted(id, 'apply')).toEqual(['Applied', wasApplied])

  await ask('shop', { do: 'roll_back', of: operation, dry_run: 0 })
  const wasBack = 'Taking promotion {0} back was interrupted after it was done.'
  expect(await interrupted(id, 'roll_back')).toEqual(['Rolled Back', wasBack])
  // The next plan offers the same again: both projects share what they shared before.
  expect((await read(await plan())).items).toMatchObject(
    (await read(id)).items.map(({ key }: { key: string }) => ({ key })),
  )
}, 240_000)

test('each step asks its level, and a production target its id and a reason, which its history keeps', async () => {
  const id = await plan()
  expect((await hq.act('trial', 'plan_promotion', { target: 'shop' }, operator)).status).toBe(403)
  for (const action of ['pick', 'rehearse', 'apply', 'roll_back']) {
    expect([403, 404]).toContain((await act(id, action, { keys: [] }, operator)).status)
  }
  for (const target of ['trial', 'none', '']) {
    expect((await hq.act('trial', 'plan_promotion', { target })).status).toBeGreaterThanOrEqual(404)
  }
  await act(id, 'rehearse')
  await until(id, 'Rehearsed')
  await settled()
  const environment = { environment: 'Production', confirm: 'shop', reason: 'Goes live' }
  expect((await hq.call('PUT', '/api/entity/Project/shop', environment)).status).toBe(200)
  expect((await act(id, 'apply')).json.exc_type).toBe('ConfirmationError')
  expect((await read(id)).status).toBe('Rehearsed')
  await hq.until('shop', 'Running')
  await applied(id, { confirm: 'shop', reason: 'Agreed with sales' })
  expect((await act(id, 'roll_back')).json.exc_type).toBe('ConfirmationError')
  const back = await act(id, 'roll_back', { confirm: 'shop', reason: 'Sales changed its mind' })
  expect(back.json.data.status).toBe('Rolled Back')
  for (const reason of ['Agreed with sales', 'Sales changed its mind']) {
    const { data } = await atShop('GET', '/api/entity/Version?fields=["data"]&order_by=at desc&limit_page_length=200')
    const said = data.filter((version: { data: string }) => JSON.stringify(version.data).includes(reason))
    expect(said.length).toBeGreaterThan(0)
    expect(JSON.stringify(said)).toContain('shop')
  }
}, 240_000)
