import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { find, setSilently } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq
let operator: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('partner@example.com', ['Project Operator'])
  for (const id of ['trial', 'shop']) await hq.create(id, { project_name: id })
  for (const id of ['trial', 'shop']) await hq.until(id, 'Running')
}, 240_000)

afterAll(() => hq.remove())

/** Asks a project's site as HQ does. */
async function ask(id: string, order: object) {
  const { instanceSecret, port } = await hq.project(id)
  const response = await fetch(`http://127.0.0.1:${port}/api/internal/definitions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${instanceSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  return (await response.json()) as any
}

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
  return items.find((one: { kind: string; id: string }) => `${one.kind}/${one.id}` === key)
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
  expect((await act(first, 'apply')).status).toBe(200)
  await until(first, 'Applied')
  await settled()
  const applied = await read(first)
  expect(applied).toMatchObject({ applied_by: 'Administrator', backup: expect.any(String), error: null })
  expect(await itemOf('shop', 'Entity/Deal')).toEqual(await itemOf('trial', 'Entity/Deal'))
  expect((await read(await plan())).items).toEqual([])

  const back = (await act(first, 'roll_back', { dry_run: 1 })).json.data
  expect(back.status).toBe('Applied')
  expect((await act(first, 'roll_back')).json.data.status).toBe('Rolled Back')
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
  expect((await itemOf('shop', 'Canned Text/greeting')).value.text).toBe('Good day')
  await settled()
}, 240_000)

test('a promotion that a killed HQ left is settled once its target runs', async () => {
  const { engine } = hq.site
  const id = await plan()
  await act(id, 'rehearse')
  await until(id, 'Rehearsed')
  await settled()
  await setValues('Promotion', id, { operation_id: '0198-none' })
  await setValues('Project', 'shop', { under_way: 'Promotion' })
  process.kill(hq.pid('shop') as number, 'SIGKILL')
  await settled()
  expect(await read(id)).toMatchObject({ status: 'Rehearsed', operation_id: null })
  const events = await find(engine, 'Project Event', {
    where: { project: 'shop', event: 'promotion' },
    fields: ['message'],
  })
  expect(events).toHaveLength(1)
  await hq.until('shop', 'Running')
}, 240_000)

test('each step asks its level, and a production target its id and a reason', async () => {
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
}, 240_000)
