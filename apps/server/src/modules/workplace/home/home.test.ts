import type { HomeAnswer, HomeItem } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { type Answer, makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { createPartsReader } from './parts.ts'

describe('on SQLite', () => homeTests(() => makeTestSite()))
onPostgres((_open, database) => homeTests(() => makeTestSite({ database })))

const everything = { read: 1, write: 1, create: 1, delete: 1 }
const me = 'staff@example.com'

function homeTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string

  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const make = async (entity: string, body: object, as = manager): Promise<string> =>
    (await ok(site.call('POST', `/api/entity/${entity}`, { body, as }))).entity.id
  const put = (path: string, body: object, as = manager) => ok(site.call('PUT', path, { body, as }))
  const home = async (parts = '', as = staff): Promise<HomeAnswer> =>
    ok(site.call('GET', `/api/app/get_home?parts=${parts}`, { as }))
  const named = (items: readonly HomeItem[] = []) => items.map(({ entity, id }) => `${entity} ${id}`)
  const receive = (reference_id: string, at: string, subject: string, status = 'Open') =>
    make('Communication', {
      ...{ subject, communication_medium: 'Email', sent_or_received: 'Received', status },
      ...{ reference_entity: 'Deal', reference_id, sender: 'ada@example.com', communication_date: at },
    })
  const about = (reference_id: string) => ({ reference_entity: 'Deal', reference_id })

  beforeAll(async () => {
    site = await open()
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn(me)
    await make('Entity', {
      ...{ id: 'Deal', module: 'Test', naming_rule: 'Prompt', title_field: 'name', has_communication: 1 },
      fields: [
        { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
        { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'New\nWon', default: 'New' },
        { fieldname: 'worth', label: 'Worth', fieldtype: 'Float' },
      ],
      states: [
        { title: 'New', color: 'Blue' },
        { title: 'Won', color: 'Green' },
      ],
      permissions: [
        { role: 'System Manager', ...everything },
        { role: 'Staff', ...everything },
      ],
    })
    for (const [index, id] of ['d1', 'd2', 'd3', 'd4'].entries()) {
      await make('Deal', { id, name: `Deal ${id}`, worth: 0.1 * (index + 1), status: index === 3 ? 'Won' : 'New' })
    }
  })

  test('messages that wait come oldest first, with the beginning of the last one, after those that are mine', async () => {
    await receive('d1', '2026-01-02 10:00:00', 'Second of d1')
    await receive('d1', '2026-01-01 10:00:00', 'First of d1')
    await receive('d2', '2026-01-01 12:00:00', 'Of d2')
    await receive('d3', '2026-01-03 12:00:00', 'Of d3')
    await receive('d4', '2026-01-01 08:00:00', 'Answered', 'Replied')
    const { waiting } = await home('waiting')
    expect(waiting?.count).toBe(3)
    expect(named(waiting?.items)).toEqual(['Deal d1', 'Deal d2', 'Deal d3'])
    expect(waiting?.items[0]).toEqual({
      ...{ entity: 'Deal', id: 'd1', title: 'Deal d1', state: 'New', color: 'Blue', line: 'Second of d1' },
      at: expect.stringMatching(/^2026-01-01 1\d:00:00/),
    })
    await ok(
      site.call('POST', '/api/entity/Deal/d3?run_method=follow', { as: staff, body: { data: { following: 1 } } }),
    )
    expect(named((await home('waiting')).waiting?.items)).toEqual(['Deal d3', 'Deal d1', 'Deal d2'])
  })

  test('open assignments come by their dates, and those without one last; done ones are gone', async () => {
    await make('Assignment', { ...about('d1'), user: me, description: 'Any time' })
    const late = await make('Assignment', { ...about('d2'), user: me, description: 'Late', due_date: '2020-01-02' })
    await make('Assignment', { ...about('d3'), user: me, description: 'Later', due_date: '2999-01-01' })
    const lines = async () => (await home('assigned')).assigned?.items.map(({ line, at }) => [line, at])
    expect(await lines()).toEqual([
      ['Late', '2020-01-02'],
      ['Later', '2999-01-01'],
      ['Any time', null],
    ])
    await put(`/api/entity/Assignment/${late}`, { status: 'Done' }, staff)
    expect((await lines())?.length).toBe(2)
    expect((await home('assigned')).assigned?.count).toBe(2)
  })

  test('reminders that wait come next first, and only one’s own', async () => {
    const remind = (id: string, at: string, as: string) =>
      make('Reminder', { ...about(id), remind_at: at, text: `Call ${id}` }, as)
    await remind('d1', '2999-05-02 08:00:00', staff)
    await remind('d2', '2999-05-01 08:00:00', staff)
    await remind('d3', '2999-04-01 08:00:00', manager)
    const { reminders } = await home('reminders')
    expect(reminders?.count).toBe(2)
    expect(reminders?.items.map(({ id, line }) => [id, line])).toEqual([
      ['d2', 'Call d2'],
      ['d1', 'Call d1'],
    ])
  })

  test('records that I opened and changed come newest first, each once, without what stands beside them', async () => {
    for (const id of ['d1', 'd2', 'd1']) {
      await ok(site.call('POST', '/api/app/recent', { as: staff, body: { entity: 'Deal', id } }))
    }
    for (const [id, name] of [
      ['d1', 'Once'],
      ['d2', 'Other'],
      ['d1', 'Twice'],
    ]) {
      await put(`/api/entity/Deal/${id}`, { name }, staff)
    }
    await make('Note', { ...about('d3'), text: 'Beside it' }, staff)
    const entities = ['d3', 'd4'].map((id) => ({ id, worth: 7 }))
    await ok(site.call('POST', '/api/entity/Deal/bulk-update', { as: staff, body: { entities } }))
    const { recent, changed, ...others } = await home('recent,changed,nothing')
    expect(others).toEqual({})
    expect(named(recent?.items).slice(0, 2)).toEqual(['Deal d1', 'Deal d2'])
    expect(named(changed?.items).toSorted().slice(0, 4)).toEqual(['Deal d1', 'Deal d2', 'Deal d3', 'Deal d4'])
    expect(named(changed?.items).slice(2, 4)).toEqual(['Deal d1', 'Deal d2'])
    expect(changed?.items.find(({ id }) => id === 'd1')?.title).toBe('Twice')
  })

  test('pinned views stand in their order with count and first sum, without those that are gone', async () => {
    const view = (title: string, more: object) => make('List View', { ref_entity: 'Deal', title, ...more }, staff)
    const filters = [['status', '=', 'Won']]
    const won = await view('Won deals', { filters, sums: { worth: 'sum' }, icon: 'star' })
    const all = await view('All deals', {})
    const broken = await view('Broken', { filters: [['gone', '=', 1]] })
    const pin = (ids: unknown) => site.call('PUT', `/api/user/${me}`, { as: staff, body: { pinned_views: ids } })
    await ok(pin([won, 'gone', all, broken, won]))
    const count = (await ok(site.call('GET', '/api/entity/Deal', { as: staff }))).count
    const { views } = await home('views')
    const worth = (await ok(site.call('GET', '/api/entity/Deal/d4', { as: staff }))).entity.worth
    expect(views).toEqual([
      {
        ...{ id: won, title: 'Won deals', entity: 'Deal', icon: 'star', count: 1 },
        sum: { fieldname: 'worth', label: 'Worth', value: String(worth) },
      },
      { id: all, title: 'All deals', entity: 'Deal', icon: null, count, sum: null },
      { id: broken, title: 'Broken', entity: 'Deal', icon: null, count: null, sum: null },
    ])
    const { pinned_views } = await ok(site.call('GET', '/api/app/get_navigation', { as: staff }))
    expect(pinned_views).toEqual(views?.map(({ sum: _, ...pinned }) => pinned))
    expect((await pin(Array.from({ length: 13 }, (_, n) => `v${n}`))).json.message).toBe(
      'There are too many already (maximum 12).',
    )
    for (const wrong of ['x', { a: 1 }, [1], ['']]) expect([wrong, (await pin(wrong)).status]).toEqual([wrong, 417])
    expect((await ok(pin([]))).user.pinned_views).toEqual([])
  })

  test('each entity of the side bar has the number of its records, and the answer has all parts', async () => {
    const answer = await home()
    expect(Object.keys(answer).toSorted()).toEqual([
      'assigned',
      'changed',
      'entities',
      'recent',
      'reminders',
      'views',
      'waiting',
    ])
    expect(Object.values(answer)).not.toContain(null)
    const { entities } = await ok(site.call('GET', '/api/app/get_navigation', { as: staff }))
    expect(answer.entities?.map(({ count: _, ...one }) => one)).toEqual(entities)
    expect(answer.entities?.find(({ id }) => id === 'Deal')?.count).toBe(4)
    expect((await site.call('GET', '/api/app/get_home')).status).toBe(401)
  })
}

test('a part that fails is null and the others stand', async () => {
  const faults: unknown[] = []
  const fault = new Error('broken')
  const part = async () => ({ count: 0, items: [] })
  const readings = {
    ...{ waiting: () => Promise.reject(fault), assigned: part, reminders: part, recent: part, changed: part },
    ...{ views: async () => [], entities: async () => [] },
  }
  const read = createPartsReader(readings, (error) => faults.push(error))
  const ctx = { actor: {} } as Parameters<typeof read>[0]
  expect(await read(ctx, ['waiting', 'views'])).toEqual({ waiting: null, views: [] })
  expect(faults).toEqual([fault])
})
