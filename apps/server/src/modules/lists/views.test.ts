import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => viewTests(() => makeTestSite()))
onPostgres((_open, address) => viewTests(async () => makeTestSite({ database: address })))

interface View {
  id: string
  title: string
  missing: string[]
  is_default: 0 | 1
}

function viewTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string
  let other: string

  beforeAll(async () => {
    site = await open()
    const admin = await site.signIn('Administrator')
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const body = { email: 'second@example.com', full_name: 'Second', new_password: 'Kettle-9-brown-sky' }
    await site.call('POST', '/api/user', { body, as: admin })
    other = await site.signIn('second@example.com', 'Kettle-9-brown-sky')
    const permissions = [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }]
    const fields = [{ fieldname: 'a', label: 'A', fieldtype: 'Data' }]
    await site.call('POST', '/api/entity/Entity', {
      body: { id: 'Wage', module: 'Test', permissions, fields },
      as: manager,
    })
  })

  const path = '/api/entity/List View'
  const create = (body: object, as = staff) =>
    site.call('POST', path, { body: { ref_entity: 'Task', title: 'View', ...body }, as })
  const make = async (body: object, as = staff): Promise<string> => {
    const { status, json } = await create(body, as)
    expect([status, json.message]).toEqual([200, undefined])
    return json.entity.id
  }
  const change = (id: string, body: object, as = staff) => site.call('PUT', `${path}/${id}`, { body, as })
  const views = async (as = staff, entity = 'Task'): Promise<View[]> =>
    (await site.call('GET', `/api/app/views?entity=${entity}`, { as })).json.views
  const titles = async (as = staff) => (await views(as)).map(({ title }) => title)

  test('are one’s own until a manager shares them', async () => {
    const mine = await make({ title: 'Mine to do', filters: { status: 'Open' } })
    expect(await titles(staff)).toContain('Mine to do')
    expect(await titles(other)).not.toContain('Mine to do')
    expect(await titles(manager)).not.toContain('Mine to do')
    for (const as of [other, manager]) {
      expect((await site.call('GET', `${path}/${mine}`, { as })).status).toBeGreaterThanOrEqual(403)
      expect((await change(mine, { title: 'Taken' }, as)).status).toBeGreaterThanOrEqual(403)
      expect((await site.call('DELETE', `${path}/${mine}`, { as })).status).toBeGreaterThanOrEqual(403)
    }
    expect((await change(mine, { scope: 'Everybody' })).status).toBe(403)
    expect((await create({ scope: 'Everybody' })).status).toBe(403)
    expect((await create({ scope: 'Role', role: 'Staff' })).status).toBe(403)
    expect((await site.call('DELETE', `${path}/${mine}`, { as: staff })).status).toBe(200)
  })

  test('of a role are for those who have it, and of everybody for all who read the entity', async () => {
    const ofRole = await make({ title: 'For staff', scope: 'Role', role: 'Staff' }, manager)
    const ofManagers = await make({ title: 'For managers', scope: 'Role', role: 'System Manager' }, manager)
    const ofAll = await make({ title: 'For all', scope: 'Everybody', view_order: 1 }, manager)
    await make({ title: 'Own', is_default: 1 })
    await make({ title: 'Another' })
    expect(await titles(staff)).toEqual(['Own', 'Another', 'For staff', 'For all'])
    expect(await titles(manager)).toEqual(expect.arrayContaining(['For staff', 'For managers', 'For all']))
    for (const id of [ofRole, ofAll]) {
      expect((await site.call('GET', `${path}/${id}`, { as: staff })).status).toBe(200)
      expect((await change(id, { title: 'Taken' })).status).toBe(403)
      expect((await site.call('DELETE', `${path}/${id}`, { as: staff })).status).toBe(403)
    }
    expect((await site.call('GET', `${path}/${ofManagers}`, { as: staff })).status).toBe(403)
    expect((await create({ scope: 'Role' }, manager)).json.errors).toMatchObject([{ fieldname: 'role' }])
  })

  test('are counted in one call, by the rights of the reader', async () => {
    const body = { subject: 'Counted by its view', status: 'Open' }
    await site.call('POST', '/api/entity/Task', { body, as: staff })
    const search = 'Counted by its view'
    const own = await make({ title: 'Counted', filters: { status: 'Open' }, search })
    const none = await make({ title: 'Nothing', filters: { status: 'Done' }, search })
    const gone = await make({ title: 'Gone', filters: { nowhere: 1 } })
    const { json } = await site.call('GET', '/api/app/views?entity=Task&counts=1', { as: staff })
    expect(json.counts).toMatchObject({ [own]: 1, [none]: 0, [gone]: null })
    const { count } = (await site.call('GET', '/api/entity/Task?limit_page_length=1', { as: staff })).json
    expect(json.count).toBe(count)
    const others = (await site.call('GET', '/api/app/views?entity=Task&counts=1', { as: other })).json
    expect(others.counts).not.toHaveProperty(own)
    const refused = await site.call('GET', '/api/app/views?entity=Wage&counts=1', { as: staff })
    expect(refused.status).toBe(403)
    for (const id of [own, none, gone]) await site.call('DELETE', `${path}/${id}`, { as: staff })
  })

  test('go back to their maker alone', async () => {
    const id = await make({ title: 'Lent', scope: 'Everybody' }, manager)
    expect(await titles(staff)).toContain('Lent')
    expect((await change(id, { scope: 'Mine' }, manager)).status).toBe(200)
    expect(await titles(staff)).not.toContain('Lent')
  })

  test('have one default for each audience', async () => {
    const first = await make({ title: 'First', is_default: 1 })
    const second = await make({ title: 'Second', is_default: 1 })
    const theirs = await make({ title: 'Theirs', is_default: 1 }, other)
    const shared = await make({ title: 'Shared', scope: 'Everybody', is_default: 1 }, manager)
    const defaults = (await views()).filter(({ is_default }) => is_default === 1).map(({ id }) => id)
    expect(defaults).toContain(second)
    expect(defaults).toContain(shared)
    expect(defaults).not.toContain(first)
    expect((await views(other)).find(({ id }) => id === theirs)?.is_default).toBe(1)
  })

  test('open a list by default: one’s own goes before a role’s, and a role’s before that for everybody', async () => {
    const entity = 'Contact'
    const opening = async (as: string) =>
      (await site.call('GET', '/api/app/views', { as })).json.views
        .filter((view: { ref_entity: string }) => view.ref_entity === entity)
        .map(({ title }: View) => title)
    const share = { ref_entity: entity, is_default: 1 }
    expect(await opening(staff)).toEqual([])
    await make({ ...share, title: 'All of us', scope: 'Everybody' }, manager)
    await make({ ...share, title: 'Staff', scope: 'Role', role: 'Staff' }, manager)
    const own = await make({ ...share, title: 'Own', order_by: 'weight' }, staff)
    expect(await opening(staff)).toEqual(['Own'])
    expect(await opening(other)).toEqual(['Staff'])
    expect(await opening(manager)).toEqual(['All of us'])
    await change(own, { is_default: 0 })
    expect(await opening(staff)).toEqual(['Staff'])
    const shares = async (as: string) => (await site.call('GET', '/api/app/views', { as })).json.can_share
    expect([await shares(manager), await shares(staff)]).toEqual([1, 0])
  })

  test('tell which of their fields are gone, and keep them', async () => {
    const content = {
      filters: { and: [['status', '=', 'Open'], { not: ['colour', 'in period', 'today'] }] },
      order_by: 'modified desc, weight',
      columns: [{ fieldname: 'subject', width: 220, pinned: 1 }, { fieldname: 'taste' }],
      sums: { price: 'sum' },
      group_by: 'smell:month',
      board_field: 'colour',
    }
    const id = await make({ title: 'Old', ...content })
    const found = (await views()).find((view) => view.id === id)
    expect(found).toMatchObject(content)
    expect(found?.missing).toEqual(['colour', 'weight', 'taste', 'price', 'smell'])
  })

  test.each([
    { columns: { a: 1 } },
    { columns: ['a'] },
    { columns: [{ fieldname: 5 }] },
    { sums: [] },
    { filters: 5 },
    { layout: 'Cube' },
    { title: '' },
    { ref_entity: 'Nothing' },
  ])('%j is refused with a reason', async (body) => {
    const { status, json } = await create(body)
    expect([status, json.errors?.length]).toEqual([417, 1])
  })

  test('are of entities that one may read', async () => {
    await make({ ref_entity: 'Wage', title: 'Wages', scope: 'Everybody' }, manager)
    expect((await create({ ref_entity: 'Wage' })).status).toBe(403)
    expect((await site.call('GET', '/api/app/views?entity=Wage', { as: staff })).status).toBe(403)
    expect((await site.call('GET', '/api/app/views?entity=Nothing', { as: staff })).status).toBe(404)
    const all = (await site.call('GET', `${path}?fields=["title"]&limit_page_length=0`, { as: staff })).json
    expect(all.data.map(({ title }: { title: string }) => title)).not.toContain('Wages')
  })
}
