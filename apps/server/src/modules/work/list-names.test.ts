import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from './testing-work.ts'

describe('on SQLite', () => listTests(() => makeTestSite()))
onPostgres((_open, database) => listTests(() => makeTestSite({ database })))

function listTests(open: () => Promise<TestSite>): void {
  let work: Work
  const ids: string[] = []
  beforeAll(async () => {
    work = await openWork(open)
    const cases = [await work.newCase(), await work.newCase(), await work.newCase()]
    ids.push(...cases.map(({ reference_id }) => reference_id))
    const [first, second, third] = cases
    await work.create('manager', 'Assignment', { ...first, user: mailOf('dan') })
    await work.create('manager', 'Assignment', { ...first, user: mailOf('eve') })
    await work.create('manager', 'Assignment', { ...second, user: mailOf('eve') })
    const done = await work.create('manager', 'Assignment', { ...third, user: mailOf('dan') })
    await work.ok(work.call('dan', 'PUT', `/api/entity/Assignment/${done.id}`, { status: 'Done' }))
  })
  const listed = async (as: Person, filters: unknown, more = '') => {
    const query = `filters=${encodeURIComponent(JSON.stringify(filters))}&order_by=id${more}`
    return work.ok(work.call(as, 'GET', `/api/entity/Case?${query}`))
  }
  const found = async (as: Person, filters: unknown) => {
    const { data, count } = await listed(as, filters)
    expect(count).toBe(data.length)
    return data.map(({ id }: { id: string }) => ids.indexOf(id))
  }

  test.each([
    [[['assigned_to', '=', 'eve@example.com']], [0, 1]],
    [[['assigned_to', 'in', ['dan@example.com', 'nobody']]], [0]],
    [[['assigned_to', 'is', 'set']], [0, 1]],
    [[['assigned_to', 'is', 'not set']], [2]],
    [{ assigned_to: '__user', id: ['like', 'case%'] }, [0]],
    [{ not: ['assigned_to', '=', 'dan@example.com'] }, [1, 2]],
  ])('%j finds records by their open assignments', async (filters, expected) => {
    expect(await found('dan', filters)).toEqual(expected)
  })

  test('a list follows what changes beside its records, for each caller apart', async () => {
    const following = (as: Person) => found(as, { following: 1 })
    expect([await following('dan'), await following('noa')]).toEqual([[0, 2], []])
    const path = `/api/entity/Case/${ids[1]}?run_method=follow`
    await work.ok(work.call('noa', 'POST', path, { data: { following: 1 } }))
    expect([await following('dan'), await following('noa')]).toEqual([[0, 2], [1]])
    expect(await found('noa', [['following', '=', 0]])).toEqual([0, 2])
    await work.ok(work.call('noa', 'POST', path, { data: { following: 0 } }))
    expect(await following('noa')).toEqual([])
    expect(await found('zoe', {}).catch(String)).toContain('403')
  })

  test('rows carry their first assignees when the query names them', async () => {
    const { data, field_info } = await listed('manager', {}, '&fields=["name","assignees"]')
    expect(field_info.map(({ fieldname }: { fieldname: string }) => fieldname)).toEqual(['name'])
    const [dan, eve] = ['dan', 'eve'].map((name) => ({ user: `${name}@example.com`, user_name: name }))
    expect(data.map(({ assignees }: { assignees: unknown }) => assignees)).toEqual([[dan, eve], [eve], []])
    const alone = await listed('noa', {}, '&fields=["assignees"]')
    expect(alone.data[1]).toEqual({ id: ids[1], assignees: [{ user: mailOf('eve'), user_name: mailOf('eve') }] })
  })

  test.each([
    ['assigned_to', '=', ''],
    ['assigned_to', '>', 'x'],
    ['assigned_to', 'in', [1]],
    ['assigned_to', 'is', 'maybe'],
    ['following', '=', 'x'],
    ['following', 'is', 'set'],
  ])('%s %s %j is refused', async (...filter) => {
    const query = encodeURIComponent(JSON.stringify([filter]))
    expect((await work.call('dan', 'GET', `/api/entity/Case?filters=${query}`)).status).toBe(417)
  })

  test('no new field takes one of the names, and one that is there keeps its meaning', async () => {
    for (const fieldname of ['assignments', 'assignees', 'assigned_to', 'is_following', 'following']) {
      const fields = [{ fieldname, label: 'X', fieldtype: 'Data' }]
      const { json } = await work.call('admin', 'POST', '/api/entity/Entity', { id: 'Taken', module: 'Test', fields })
      expect(json.message).toBe(`Fieldname ${fieldname} is reserved`)
    }
  })
}
