import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, contextOf, plannedRecalculations, type RecordEvent } from '../../entity/index.ts'
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

  test('stored records get the values of a new roll-up, and of one whose source has another type', async () => {
    await define('Roll Buyer', [{ fieldname: 'name' }])
    await define('Roll Sale', [
      { fieldname: 'buyer', fieldtype: 'Link', options: 'Roll Buyer' },
      { fieldname: 'total', fieldtype: 'Float' },
    ])
    const buyer = await make('Roll Buyer', { name: 'Ann' })
    for (const total of [1.5, 2.5]) await make('Roll Sale', { buyer: buyer.id, total })
    const rollup = { entity: 'Roll Sale', link: 'buyer', kind: 'sum', field: 'total' }
    const fields = [...(await fieldsOf('Roll Buyer')), { fieldname: 'owed', fieldtype: 'Float', rollup }]
    const path = '/api/entity/Entity/Roll'
    const checked = await call('POST', `${path} Buyer?run_method=check_changes`, { data: { fields } }, manager)
    expect(checked.json.data).toMatchObject({ recalculate: 1, expressions: [] })
    expect((await call('PUT', `${path} Buyer`, { fields }, manager)).status).toBe(200)
    await site.settled()
    expect(await read('Roll Buyer', buyer.id)).toMatchObject({ owed: 4, modified: buyer.modified })
    const [link, total] = await fieldsOf('Roll Sale')
    const whole = { fields: [link, { ...total, fieldtype: 'Int' }], confirm_data_loss: 1 }
    expect((await call('PUT', `${path} Sale`, whole, manager)).status).toBe(200)
    await site.settled()
    const sales = (await site.call('GET', '/api/entity/Roll Sale?fields=["total"]', { as: staff })).json.data
    const sum = sales.reduce((all: number, sale: { total: number }) => all + sale.total, 0)
    expect(await read('Roll Buyer', buyer.id)).toMatchObject({ owed: sum })
  })

  test('a recalculation is not refused for other jobs of its person, and waits for its turn', async () => {
    await define('Busy', [{ fieldname: 'n', fieldtype: 'Int' }])
    const { id } = await make('Busy', { n: 2 })
    const gate = Promise.withResolvers<void>()
    site.site.jobs.register<object, object>({
      name: 'test waits',
      kind: 'Export',
      run: async () => {
        await gate.promise
        return {}
      },
    })
    const actor = await actorOf(site.site.engine, 'manager@example.com')
    if (!actor) throw new Error('The demo user is missing')
    const wait = () => {
      const order = { work: 'test waits', entity: 'Busy', title: { text: 'Export' }, input: {} }
      return site.site.jobs.add(contextOf(actor, ''), order)
    }
    for (let n = 0; n < 3; n++) await wait()
    await expect(wait()).rejects.toMatchObject({ status: 409 })
    const fields = [...(await fieldsOf('Busy')), { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }]
    expect((await call('PUT', '/api/entity/Entity/Busy', { fields }, manager)).status).toBe(200)
    const filters = encodeURIComponent(JSON.stringify({ kind: 'Recalculate', ref_entity: 'Busy' }))
    const statusNow = async () => {
      const { data } = (await site.call('GET', `/api/entity/Job?filters=${filters}&fields=["status"]`, { as: manager }))
        .json
      return data.map(({ status }: { status: string }) => status)
    }
    await expect.poll(statusNow).toEqual(['Waiting'])
    gate.resolve()
    await site.settled()
    expect([await statusNow(), (await read('Busy', id)).twice]).toEqual([['Done'], 4])
  })

  test('the next start works out what a crash has lost', async () => {
    await define('Lost', [{ fieldname: 'n', fieldtype: 'Int' }])
    const { id } = await make('Lost', { n: 3 })
    const { engine } = site.site
    const addJob = engine.formulasChanged
    engine.formulasChanged = () => {}
    const fields = [...(await fieldsOf('Lost')), { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }]
    await call('PUT', '/api/entity/Entity/Lost', { fields }, manager)
    engine.formulasChanged = addJob
    expect((await plannedRecalculations(engine)).map(({ user }) => user)).toEqual(['manager@example.com'])
    expect((await read('Lost', id)).twice).toBe(0)
    await site.site.jobs.begin()
    await site.settled()
    expect([(await read('Lost', id)).twice, await plannedRecalculations(engine)]).toEqual([6, []])
  })

  test('a record names the fields that a job has not come to yet, to those who may read them', async () => {
    await define('Unsure Row', [{ fieldname: 'n', fieldtype: 'Int' }], { type: 'Table' })
    const parent = { fieldname: 'buyer', fieldtype: 'Link', options: 'Unsure Buyer' }
    await define('Unsure Buyer', [{ fieldname: 'note' }])
    await define('Unsure', [
      parent,
      { fieldname: 'rows', fieldtype: 'Table', options: 'Unsure Row' },
      { fieldname: 'steady', fieldtype: 'Int', formula: 'size(rows)' },
      { fieldname: 'total', fieldtype: 'Int', formula: 'sum(rows.map(r, r.n))' },
      { fieldname: 'hidden_total', fieldtype: 'Int', formula: 'total', permlevel: 1 },
    ])
    const rollup = { entity: 'Unsure', link: 'buyer', kind: 'sum', field: 'total' }
    const buyerFields = [
      ...(await fieldsOf('Unsure Buyer')),
      { fieldname: 'owed', fieldtype: 'Int', rollup },
      { fieldname: 'count', fieldtype: 'Int', rollup: { ...rollup, kind: 'count', field: undefined } },
    ]
    await call('PUT', '/api/entity/Entity/Unsure Buyer', { fields: buyerFields }, manager)
    await site.settled()
    const buyer = await make('Unsure Buyer', {})
    const made = await make('Unsure', { buyer: buyer.id, rows: [{ n: 2 }] })
    expect(made).not.toHaveProperty('_recalculating')
    const { engine } = site.site
    const addJob = engine.formulasChanged
    engine.formulasChanged = () => {}
    let told = 0
    const stop = engine.recalculations.listen(() => told++)
    const [n] = await fieldsOf('Unsure Row')
    const twice = { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }
    await call('PUT', '/api/entity/Entity/Unsure Row', { fields: [n, twice] }, manager)
    expect((await read('Unsure', made.id))._recalculating).toEqual(['rows.twice'])
    const fields = (await fieldsOf('Unsure')).map((field) =>
      field.fieldname === 'total' ? { ...field, formula: 'sum(rows.map(r, r.twice))' } : field,
    )
    await call('PUT', '/api/entity/Entity/Unsure', { fields }, manager)
    // The second plan takes the place of the first, which has not ended.
    const named = async (entity: string, id: string, as = staff) =>
      (await site.call('GET', `/api/entity/${entity}/${id}`, { as })).json.entity._recalculating?.toSorted()
    expect(await named('Unsure', made.id)).toEqual(['rows.twice', 'total'])
    expect(await named('Unsure', made.id, manager)).toEqual(['hidden_total', 'rows.twice', 'total'])
    expect(await named('Unsure Buyer', buyer.id)).toEqual(['owed'])
    const saved = await call('PUT', `/api/entity/Unsure/${made.id}`, { _recalculating: [], buyer: buyer.id })
    expect(saved.json.entity._recalculating.toSorted()).toEqual(['rows.twice', 'total'])
    // A start finds the plan where it stood.
    expect((await plannedRecalculations(engine)).map(({ fields: of }) => of?.toSorted())).toEqual([
      ['rows.twice', 'total'],
    ])
    engine.formulasChanged = addJob
    await site.site.jobs.begin()
    await site.settled()
    stop()
    expect(await read('Unsure', made.id)).toMatchObject({ total: 4 })
    expect([await named('Unsure', made.id), await named('Unsure Buyer', buyer.id)]).toEqual([undefined, undefined])
    expect(told).toBe(3)
  })

  test('amounts get the digits of another currency of the site', async () => {
    await define('Coin', [
      { fieldname: 'price', fieldtype: 'Float' },
      { fieldname: 'shown', fieldtype: 'Currency', formula: 'price' },
    ])
    const { id } = await make('Coin', { price: 2.55 })
    const admin = await site.signIn('Administrator')
    const shownIn = async (currency: string) => {
      await call('PUT', '/api/entity/System Settings', { currency }, admin)
      await site.settled()
      return (await read('Coin', id)).shown
    }
    expect([await shownIn('JPY'), await shownIn('ILS')]).toEqual([3, 2.55])
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
