import { randomUUID } from 'node:crypto'
import type { BulkPlan } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => bulkTests(() => makeTestSite()))
onPostgres((_open, address) => bulkTests(async () => makeTestSite({ database: address })))

function bulkTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let manager: string

  beforeAll(async () => {
    site = await open()
    staff = await site.signIn('staff@example.com')
    manager = await site.signIn('manager@example.com')
    const permissions = [
      { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
      { role: 'Staff', read: 1, create: 1 },
      { role: 'Staff', if_owner: 1, read: 1, write: 1, delete: 1 },
    ]
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1 },
      { fieldname: 'code', label: 'Code', fieldtype: 'Data', unique: 1 },
      { fieldname: 'size', label: 'Size', fieldtype: 'Select', options: 'Small\nLarge', default: 'Small' },
      { fieldname: 'contact', label: 'Contact', fieldtype: 'Link', options: 'Contact' },
    ]
    const body = { id: 'Crate', module: 'Test', title_field: 'name', fields, permissions }
    expect((await site.call('POST', '/api/entity/Entity', { body, as: manager })).status).toBe(200)
  })

  const path = '/api/entity/Crate'
  // As screens send it: the call's own row of the log is there before the first record is written.
  const bulk = (body: object, as = staff, entity = 'Crate') =>
    site.call('POST', `/api/entity/${entity}/bulk`, { body, as, headers: { 'operation-id': randomUUID() } })
  const make = async (name: string, body: object = {}, as = staff): Promise<string> => {
    const { status, json } = await site.call('POST', path, { body: { name, ...body }, as })
    expect([status, json.message]).toEqual([200, undefined])
    return json.entity.id
  }
  const makeMany = (prefix: string, count: number, as = staff) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(`${prefix} ${String(n).padStart(4, '0')}`, {}, as)))
  const named = (prefix: string) => ({ filters: { name: ['like', `${prefix}%`] } })
  const crates = async (prefix: string, as = manager) => {
    const query = new URLSearchParams({
      filters: JSON.stringify(named(prefix).filters),
      fields: '["name","size","code"]',
      limit_page_length: '500',
      order_by: 'name asc',
    })
    return (await site.call('GET', `${path}?${query}`, { as })).json.data
  }
  const sizes = async (prefix: string) => (await crates(prefix)).map(({ size }: { size: string }) => size)
  const plan = async (body: object, as = staff, entity = 'Crate'): Promise<BulkPlan> => {
    const { status, json } = await bulk({ ...body, plan: 1 }, as, entity)
    expect([status, json.message]).toEqual([200, undefined])
    return json.data
  }
  /** Plans, starts and awaits; resolves to the record of the job. */
  const run = async (body: object, as = staff, entity = 'Crate') => {
    const { plan_id } = await plan(body, as, entity)
    const { status, json } = await bulk({ ...body, plan_id }, as, entity)
    expect([status, json.message]).toEqual([200, undefined])
    await site.settled()
    return (await site.call('GET', `/api/entity/Job/${json.data.job}`, { as })).json.entity
  }
  const undo = (job: { operation_id: string }, as = staff) =>
    site.call('POST', `/api/entity/Operation Log/${job.operation_id}?run_method=undo`, { as })

  test('a plan tells what would change, what would be refused and why, and writes nothing', async () => {
    const [first = ''] = await makeMany('Plan', 3)
    await make('Plan large', { size: 'Large' })
    const foreign = await make('Plan of a manager', {}, manager)
    const { json } = await site.call('POST', '/api/entity/Contact', { body: { contact_name: 'Dana' }, as: staff })
    const before = await crates('Plan')
    const told = await plan({ target: named('Plan'), change: { size: 'Large', contact: json.entity.id } })
    expect(told).toMatchObject({ count: 5, changed: 4, unchanged: 0, refused_count: 1 })
    expect(told.checked).toBeUndefined()
    expect(told.refused).toEqual([
      { id: foreign, title: 'Plan of a manager', message: 'You do not have permission to change Crate.' },
    ])
    // Records that were made at once stand in any order.
    expect(told.sample.find(({ id }) => id === first)).toEqual({
      id: first,
      title: 'Plan 0000',
      before: { size: 'Small', contact: null },
      after: { size: 'Large', contact: json.entity.id, _link_titles: { contact: 'Dana' } },
    })
    expect(told.sample.find(({ title }) => title === 'Plan large')?.after).not.toHaveProperty('size')
    expect(await crates('Plan')).toEqual(before)
    const history = await site.call('POST', `${path}/${first}?run_method=get_history`, { as: staff })
    expect(history.json.data).toHaveLength(1)
    const unchanged = await plan({ target: { ids: [first] }, change: { size: 'Small' } })
    expect(unchanged).toMatchObject({ count: 1, changed: 0, unchanged: 1, sample: [] })
  })

  test('a start changes all under one operation, which one undo takes back', async () => {
    await makeMany('Start', 30)
    const job = await run({ target: named('Start'), change: { size: 'Large' } })
    expect(job).toMatchObject({
      ...{ kind: 'Bulk Change', status: 'Done', total: 30, done: 30, failed: 0, ref_entity: 'Crate' },
      result: { changed: 30, unchanged: 0, refused_count: 0, refused: [] },
    })
    expect(new Set(await sizes('Start'))).toEqual(new Set(['Large']))
    const log = await site.call('GET', `/api/entity/Operation Log/${job.operation_id}`, { as: staff })
    expect(log.json.entity).toMatchObject({ kind: 'Bulk Edit', record_count: 30, ref_entity: 'Crate', can_undo: 1 })
    expect((await undo(job)).json.data).toMatchObject({ undone: 30, skipped: [] })
    expect(new Set(await sizes('Start'))).toEqual(new Set(['Small']))
  })

  test('more than one step: refused records are left out and listed, the others are written', async () => {
    await makeMany('Skip', 120)
    await makeMany('Skip of a manager', 3, manager)
    const job = await run({ target: named('Skip'), change: { size: 'Large' }, on_error: 'skip' })
    expect(job).toMatchObject({ status: 'Done', total: 123, done: 120, failed: 3 })
    expect(job.result).toMatchObject({ changed: 120, refused_count: 3 })
    expect(job.result.refused[0]).toMatchObject({
      title: expect.stringMatching(/^Skip of a manager/),
      message: 'You do not have permission to change Crate.',
    })
    expect((await sizes('Skip')).filter((size: string) => size === 'Large')).toHaveLength(120)
    const log = await site.call('GET', `/api/entity/Operation Log/${job.operation_id}`, { as: staff })
    expect(log.json.entity.record_count).toBe(120)
    expect((await undo(job)).json.data).toMatchObject({ undone: 120 })
  })

  test('all or nothing: one refused record keeps all as they were', async () => {
    await makeMany('Whole', 5)
    await makeMany('Whole of a manager', 1, manager)
    const job = await run({ target: named('Whole'), change: { size: 'Large' } })
    expect(job).toMatchObject({ status: 'Failed', done: 0, failed: 1, result: { changed: 0, refused_count: 1 } })
    expect(job.result.message).toBe('Nothing was written, because records were refused.')
    expect(new Set(await sizes('Whole'))).toEqual(new Set(['Small']))
  })

  test('a value that must be unique is refused for all but the first', async () => {
    await makeMany('Unique', 4)
    const told = await plan({ target: named('Unique'), change: { code: 'A-1' } })
    expect(told).toMatchObject({ changed: 1, refused_count: 3 })
    const job = await run({ target: named('Unique'), change: { code: 'A-1' }, on_error: 'skip' })
    expect(job).toMatchObject({ status: 'Done', done: 1, failed: 3 })
    const again = await run({ target: { ids: [await make('Taken')] }, change: { code: 'A-1' }, on_error: 'skip' })
    expect(again).toMatchObject({ status: 'Failed', done: 0, failed: 1 })
  })

  test('a plan is for its records, its body, its person and one start', async () => {
    await makeMany('Stale', 3)
    const body = { target: named('Stale'), change: { size: 'Large' } }
    const { plan_id } = await plan(body)
    const refusal = async (sent: object, as = staff) => {
      const { status, json } = await bulk(sent, as)
      return [status, json.exc_type, json.message]
    }
    const lapsed = [409, 'InvalidStateError', 'This plan is no longer valid. Look at it again.']
    expect(await refusal({ ...body, change: { size: 'Small' }, plan_id })).toEqual(lapsed)
    expect(await refusal({ ...body, plan_id }, manager)).toEqual(lapsed)
    expect(await refusal({ ...body, plan_id: 'nothing' })).toEqual(lapsed)
    const gone = await make('Stale more')
    expect(await refusal({ ...body, plan_id })).toEqual([
      409,
      'InvalidStateError',
      'The records changed since the plan was made. Look at it again.',
    ])
    await site.call('DELETE', `${path}/${gone}`, { as: staff })
    const next = await plan(body)
    expect((await bulk({ change: body.change, target: body.target, plan_id: next.plan_id })).status).toBe(200)
    expect(await refusal({ ...body, plan_id: next.plan_id })).toEqual(lapsed)
    await site.settled()
  })

  test('a start that is sent again under its operation id starts once', async () => {
    await makeMany('Again', 2)
    const body = { target: named('Again'), change: { size: 'Large' } }
    const { plan_id } = await plan(body)
    const headers = { 'operation-id': '0192a3b4-c5d6-4e7f-8a9b-0c1d2e3f4a5b' }
    const send = () => site.call('POST', `${path}/bulk`, { body: { ...body, plan_id }, headers, as: staff })
    const first = await send()
    expect(first.status).toBe(200)
    await site.settled()
    const second = await send()
    expect([second.status, second.json]).toEqual([200, first.json])
    const job = (await site.call('GET', `/api/entity/Job/${first.json.data.job}`, { as: staff })).json.entity
    expect([job.operation_id, job.done]).toEqual([headers['operation-id'], 2])
  })

  test('deletes to the trash, and brings back from it', async () => {
    const ids = await makeMany('Trash', 4)
    const told = await plan({ target: { ids }, delete: 1 })
    expect(told).toMatchObject({
      count: 4,
      changed: 4,
      sample: [{ title: 'Trash 0000', before: {}, after: {} }, {}, {}, {}],
    })
    expect(await crates('Trash')).toHaveLength(4)
    expect(await run({ target: { ids }, delete: 1 })).toMatchObject({ kind: 'Bulk Delete', status: 'Done', done: 4 })
    expect(await crates('Trash')).toHaveLength(0)
    const items = { target: { filters: { ref_entity: 'Crate', ref_id: ['in', ids] } }, restore: 1 }
    expect(await plan(items, staff, 'Trash Item')).toMatchObject({
      count: 4,
      changed: 4,
      sample: [{ title: 'Trash 0000' }, {}, {}, {}],
    })
    expect(await run(items, staff, 'Trash Item')).toMatchObject({ kind: 'Restore', status: 'Done', done: 4 })
    expect(await crates('Trash')).toHaveLength(4)
  })

  test('an action runs on each record by the rights of its caller', async () => {
    const ids = await makeMany('Action', 2)
    const foreign = await make('Action of a manager', {}, manager)
    await site.call('PUT', `${path}/${ids[0]}`, { body: { size: 'Large' }, as: staff })
    const { json } = await site.call('POST', `${path}/${ids[0]}?run_method=get_history`, { as: staff })
    const version = json.data.at(-1).id
    const body = { target: { ids: [...ids, foreign] }, action: 'restore', data: { version, fields: ['size'] } }
    expect(await plan(body)).toMatchObject({ count: 3, changed: 2, refused_count: 1, refused: [{ id: foreign }] })
    expect((await bulk({ ...body, plan_id: (await plan(body)).plan_id, on_error: 'stop' })).status).toBe(417)
    const job = await run(body)
    expect(job).toMatchObject({ kind: 'Bulk Action', status: 'Done', total: 3, done: 1, failed: 2 })
    expect(job.result.refused.map(({ id }: { id: string }) => id)).toContain(foreign)
    expect((await sizes('Action')).filter((size: string) => size === 'Large')).toEqual([])
  })

  test('a selection follows the rights of its caller', async () => {
    await makeMany('Seen', 2)
    const secret = [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }]
    const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data' }]
    const entity = { id: 'Payslip', module: 'Test', fields, permissions: secret }
    await site.call('POST', '/api/entity/Entity', { body: entity, as: manager })
    const body = { target: { filters: {} }, change: { name: 'Mine' }, plan: 1 }
    expect((await bulk(body, staff, 'Payslip')).status).toBe(403)
    expect((await bulk({ ...body, delete: 1, change: undefined }, staff, 'Payslip')).status).toBe(403)
    expect((await bulk({ target: { filters: {} }, action: 'end_sessions', plan: 1 }, staff, 'User')).status).toBe(403)
  })

  test.each([
    [400, { target: { filters: {} }, change: { size: 'Large' } }],
    [400, { target: { filters: {} }, change: { size: 'Large' }, plan: 1, plan_id: 'a' }],
    [400, { target: { filters: {} }, plan: 1 }],
    [400, { target: { filters: {} }, change: { size: 'Large' }, delete: 1, plan: 1 }],
    [400, { target: { filters: {} }, change: [1], plan: 1 }],
    [400, { target: { ids: [1] }, delete: 1, plan: 1 }],
    [417, { target: { ids: [] }, delete: 1, plan: 1 }],
    [417, { target: {}, delete: 1, plan: 1 }],
    [417, { delete: 1, plan: 1 }],
    [417, { target: { filters: { nothing: 1 } }, delete: 1, plan: 1 }],
    [417, { target: { filters: {} }, change: { nothing: 1 }, plan: 1 }],
    [417, { target: { filters: {} }, change: {}, plan: 1 }],
    [417, { target: { filters: {} }, delete: 1, plan: 1, on_error: 'hope' }],
    [417, { target: { filters: {} }, restore: 1, plan: 1 }],
    [404, { target: { filters: {} }, action: 'nothing', plan: 1 }],
  ])('%i for %j', async (status, body) => {
    expect((await bulk(body)).status).toBe(status)
  })

  test('records of some entities are changed one by one', async () => {
    const body = { target: { filters: {} }, change: { module: 'Other' }, plan: 1 }
    expect((await bulk(body, manager, 'Entity')).json.message).toBe('Records of Entity are changed one by one.')
    expect((await bulk(body, manager, 'System Settings')).status).toBe(417)
    expect((await bulk(body, manager, 'Entity Field')).status).toBe(417)
    expect((await bulk(body, manager, 'Job')).status).toBe(403)
  })
}
