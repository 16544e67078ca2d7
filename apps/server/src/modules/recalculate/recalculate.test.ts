import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordEvent } from '../../entity/index.ts'
import { onPostgres } from '../../store/testing.ts'
import { operationIdOf } from '../../testing/operations.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => derivedTests(() => makeTestSite()))
onPostgres((_open, database) => derivedTests(() => makeTestSite({ database })))

type Field = Record<string, unknown>

function derivedTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let manager: string

  beforeAll(async () => {
    site = await open()
    staff = await site.signIn('staff@example.com')
    manager = await site.signIn('manager@example.com')
  })

  const call = (method: string, path: string, body?: object, as = staff) =>
    site.call(method, path, { body, as, headers: { 'operation-id': randomUUIDv7() } })
  const define = async (id: string, fields: Field[], more: object = {}) => {
    const { status, json } = await call('POST', '/api/entity/Entity', { id, module: 'Test', fields, ...more }, manager)
    expect([status, json.message]).toEqual([200, undefined])
  }
  const make = async (entity: string, body: object) => (await call('POST', `/api/entity/${entity}`, body)).json.entity
  const read = async (entity: string, id: string) =>
    (await site.call('GET', `/api/entity/${entity}/${id}`, { as: staff })).json.entity
  const fieldsOf = async (entity: string): Promise<Field[]> =>
    (await site.call('GET', `/api/entity/Entity/${entity}`, { as: manager })).json.entity.fields

  test('stored records get the values of a changed formula, and keep time and history', async () => {
    await define('Sum Row', [{ fieldname: 'n', fieldtype: 'Int' }], { type: 'Table' })
    const rows = { fieldname: 'rows', fieldtype: 'Table', options: 'Sum Row' }
    await define('Sum', [rows, { fieldname: 'total', fieldtype: 'Int', formula: 'sum(rows.map(r, r.n))' }])
    const made = await make('Sum', { rows: [{ n: 2 }, { n: 3 }] })
    expect(made.total).toBe(5)
    const events: RecordEvent[] = []
    const stop = site.site.engine.listen((event) => event.entity === 'Sum' && events.push(event))
    const columns = [...(await fieldsOf('Sum Row')), { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }]
    await call('PUT', '/api/entity/Entity/Sum Row', { fields: columns }, manager)
    await site.settled()
    const [list, total] = await fieldsOf('Sum')
    const fields = [list, { ...total, formula: 'sum(rows.map(r, r.twice))' }]
    const checked = await call('POST', '/api/entity/Entity/Sum?run_method=check_changes', { data: { fields } }, manager)
    expect(checked.json.data).toMatchObject({ recalculate: 1, expressions: [], used_by: [] })
    await call('PUT', '/api/entity/Entity/Sum', { fields }, manager)
    await site.settled()
    stop()
    const now = await read('Sum', made.id)
    expect(now).toMatchObject({ total: 10, modified: made.modified, modified_by: made.modified_by })
    expect(now.rows.map(({ twice }: { twice: number }) => twice)).toEqual([4, 6])
    expect(events.map(({ action, changed }) => [action, changed])).toEqual([
      ['derived', ['rows']],
      ['derived', ['total']],
    ])
    const history = await call('POST', `/api/entity/Sum/${made.id}?run_method=get_history`, { data: {} })
    expect(history.json.data).toHaveLength(1)
    const filters = encodeURIComponent(JSON.stringify({ kind: 'Recalculate', ref_entity: 'Sum' }))
    const jobs = await site.call('GET', `/api/entity/Job?filters=${filters}&fields=["status","user","done"]`, {
      as: manager,
    })
    const done = { status: 'Done', user: 'manager@example.com', done: 1 }
    expect(jobs.json.data).toMatchObject([done, done])
  })

  test('the form reads what would come along with a link', async () => {
    await define('Ware', [{ fieldname: 'price', fieldtype: 'Currency' }])
    await define('Ware Row', [{ fieldname: 'ware', fieldtype: 'Link', options: 'Ware' }], { type: 'Table' })
    await define('Ware Order', [
      { fieldname: 'main', fieldtype: 'Link', options: 'Ware' },
      { fieldname: 'price', fieldtype: 'Currency', fetch_from: 'main.price' },
      { fieldname: 'rows', fieldtype: 'Table', options: 'Ware Row' },
    ])
    const columns = [
      ...(await fieldsOf('Ware Row')),
      { fieldname: 'own', fieldtype: 'Currency', fetch_from: 'ware.price' },
      { fieldname: 'usual', fieldtype: 'Currency', fetch_from: 'parent.main.price' },
    ]
    await call('PUT', '/api/entity/Entity/Ware Row', { fields: columns }, manager)
    const { id } = await make('Ware', { price: 18 })
    const fetched = async (entity: string, link: string, value: string, as = staff) => {
      const path = `/api/utils/get_fetched?entity=${entity}&link=${link}&value=${value}`
      const { status, json } = await site.call('GET', path, { as })
      return status === 200 ? json.values : status
    }
    expect(await fetched('Ware Order', 'main', id)).toEqual({ price: 18 })
    expect(await fetched('Ware Row', 'ware', id)).toEqual({ own: 18 })
    expect(await fetched('Ware Row', 'parent.main', id)).toEqual({ usual: 18 })
    expect(await fetched('Ware Order', 'main', '')).toEqual({})
    expect(await fetched('Ware Order', 'price', id)).toEqual({})
    expect(await fetched('Ware Order', 'main', 'nothing')).toBe(417)
    expect(await fetched('Nothing', 'main', id)).toBe(404)
    expect(await fetched('Server Type', 'main', id)).toBe(404)
    expect((await site.call('GET', '/api/utils/get_fetched?link=main', { as: staff })).status).toBe(417)
  })

  test('undo and restore leave locked fields alone, and derived ones follow', async () => {
    await define('Deal Note', [
      { fieldname: 'state' },
      { fieldname: 'value', fieldtype: 'Float', read_only_depends_on: 'state == "Closed"' },
      { fieldname: 'double', fieldtype: 'Float', formula: 'value * 2' },
    ])
    const path = '/api/entity/Deal Note'
    const made = await make('Deal Note', { state: 'Open', value: 1 })
    const raised = await call('PUT', `${path}/${made.id}`, { value: 5 })
    expect(raised.json.entity.double).toBe(10)
    const undo = (id: string) => call('POST', `/api/entity/Operation Log/${id}?run_method=undo`, { data: {} })
    expect((await undo(operationIdOf(raised))).json.data).toMatchObject({ count: 1, skipped: [] })
    expect(await read('Deal Note', made.id)).toMatchObject({ value: 1, double: 2 })
    const again = await call('PUT', `${path}/${made.id}`, { value: 7 })
    const { modified } = (await call('PUT', `${path}/${made.id}`, { state: 'Closed' })).json.entity
    expect((await undo(operationIdOf(again))).json.data.skipped).toMatchObject([
      { id: made.id, reason: 'right', fields: ['value'] },
    ])
    const versions = (await call('POST', `${path}/${made.id}?run_method=get_history`, { data: {} })).json.data
    const restored = await call('POST', `${path}/${made.id}?run_method=restore`, {
      data: { version: versions.at(-1).id, fields: ['value', 'double'], modified },
    })
    expect(restored.json.data.not_restored).toMatchObject([{ fieldname: 'value', reason: 'right' }])
    expect(await read('Deal Note', made.id)).toMatchObject({ value: 7, double: 14, _locked: ['value'] })
  })
}
