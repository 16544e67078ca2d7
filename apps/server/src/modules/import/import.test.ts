import { describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { importSite } from './testing.ts'

describe('on SQLite', () => importTests())
onPostgres((_open, address) => importTests(async () => makeTestSite({ database: address })))

function importTests(open?: () => Promise<TestSite>): void {
  const at = importSite(open)
  const commit = async (plan_id: string, on_error?: string, entity = 'Good') => {
    const { json } = await at.start({ plan_id, ...(on_error && { on_error }) }, entity)
    return at.ended(json.data.job)
  }
  const byName = async (name: string) => (await at.list('Good')).filter((one) => one.good_name === name)

  test('a file is looked at without a write, and imported as one operation that is undone as one', async () => {
    const file =
      'Good Name,Code,Price,Added,Kind\nBread,A1,1.50,31/01/2026,food\nMilk,A2,2,1/2/2026,Drink\nSand,A3,x,,Rock\n'
    const looked = await at.look(file)
    expect(looked).toMatchObject({ status: 'Done', done: 2, failed: 1 })
    expect(looked.result).toMatchObject({
      counts: { create: 2, update: 0, unchanged: 0, refused: 1 },
      date_format: 'DD/MM/YYYY',
      columns: [
        { index: 0, name: 'Good Name', fieldname: 'good_name', samples: ['Bread', 'Milk', 'Sand'] },
        {},
        {},
        {},
        {},
      ],
    })
    expect(await byName('Bread')).toEqual([])

    const { json } = await at.rows(looked.id, '&outcome=refused')
    expect(json).toMatchObject({
      ...{ count: 1, counts: { create: 2, refused: 1 }, job: looked.id, commit: null },
      rows: [{ row: 4, outcome: 'refused', values: { good_name: 'Sand', price: 'x' } }],
    })
    expect(json.rows[0].messages).toEqual({ price: 'Price is not a number' })

    const done = await commit(looked.result.plan_id, 'skip')
    expect(done).toMatchObject({ status: 'Done', result: { counts: { create: 2, refused: 1 } } })
    expect(await byName('Bread')).toMatchObject([{ code: 'A1', price: 1.5, added: '2026-01-31', kind: 'Food' }])
    expect(await byName('Milk')).toMatchObject([{ added: '2026-02-01', kind: 'Drink' }])

    const undone = await at.site.call('POST', `/api/entity/Operation Log/${done.operation_id}?run_method=undo`, {
      as: at.manager,
    })
    expect(undone.json.data).toMatchObject({ undone: 2, count: 2 })
    expect(await byName('Milk')).toEqual([])
  })

  test('a mended cell is judged anew, until the import starts', async () => {
    const looked = await at.look('good_name,price\nSalt,1;2\nOil,3\n')
    const mend = (values: object, row = 2) =>
      at.site.call('PUT', '/api/app/import_rows', { body: { job: looked.id, row, values }, as: at.manager })
    expect((await mend({ price: 'y' })).json.row).toMatchObject({
      outcome: 'refused',
      messages: { price: 'Price is not a number' },
    })
    expect((await mend({ price: '12' })).json).toMatchObject({
      row: { row: 2, outcome: 'create', values: { price: '12' }, messages: {} },
      record: [{ row: 2 }],
      counts: { create: 2, refused: 0 },
    })
    expect((await at.rows(looked.id, '&outcome=create')).json.count).toBe(2)
    const done = await commit(looked.result.plan_id)
    expect(done).toMatchObject({ status: 'Done', result: { counts: { create: 2 } } })
    expect(await byName('Salt')).toMatchObject([{ price: 12 }])
    expect((await at.rows(looked.id)).json.commit).toBe(done.id)
    expect((await mend({ price: '13' })).json.message).toBe('The import has already started.')
    const again = await at.start({ plan_id: looked.result.plan_id })
    expect([again.status, again.json.message]).toEqual([409, 'The import has already started.'])
  })

  test('records are found by a chosen key, and shown before and after', async () => {
    const first = await at.look('good_name,code,price\nTea,T1,5\nCake,T2,6\n')
    await commit(first.result.plan_id)
    const options = { key: 'code', mode: 'both' }
    const looked = await at.look('good_name,code,price\nTea,t1,7\nCake,T2,6\nPie,T3,8\nPlum,T3,9\n', options)
    expect(looked.result.counts).toEqual({ create: 1, update: 1, unchanged: 1, refused: 1 })
    const { rows } = (await at.rows(looked.id)).json
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'update',
      'unchanged',
      'create',
      'refused',
    ])
    expect(rows[0].before).toMatchObject({ price: 5 })
    expect(rows[3].messages).toEqual({ code: 'Good T3 appears more than once' })
    await commit(looked.result.plan_id, 'skip')
    expect(await byName('Tea')).toMatchObject([{ code: 't1', price: 7 }])

    const update = await at.look('code,price\nT1,1\nT9,1\n', { key: 'code', mode: 'update' })
    const missing = (await at.rows(update.id, '&outcome=refused')).json.rows
    expect(missing).toMatchObject([{ row: 3, messages: { code: 'Good T9 was not found.' } }])
    const { json } = await at.start({ file: await at.put('code\nT1\n'), options: { mode: 'update' }, plan: 1 })
    expect([json.status, json.message]).toEqual([417, 'Choose the column of ID.'])
  })

  test('links are found by id or title, and missing ones are made when asked for', async () => {
    const brand = await at.site.call('POST', '/api/entity/Brand', { body: { brand_name: 'Osem' }, as: at.manager })
    for (const _ of [1, 2])
      await at.site.call('POST', '/api/entity/Brand', { body: { brand_name: 'Twin' }, as: at.manager })
    const { id } = brand.json.entity
    const file = `good_name,brand\nA,${id}\nB,osem\nC,New One\nD,Twin\nE,New One\n`
    const looked = await at.look(file)
    expect(looked.result).toMatchObject({
      counts: { create: 2, refused: 3 },
      missing_links: [{ fieldname: 'brand', entity: 'Brand', count: 1, values: ['New One'] }],
    })
    const { rows } = (await at.rows(looked.id, '&outcome=refused')).json
    expect(rows.map(({ messages }: { messages: object }) => messages)).toEqual([
      { brand: 'Could not find Brand: New One' },
      { brand: 'Several records are called Twin.' },
      { brand: 'Could not find Brand: New One' },
    ])
    const made = await at.look(file, { create_missing_links: 1 })
    expect(made.result.counts).toMatchObject({ create: 4, refused: 1 })
    await commit(made.result.plan_id, 'skip')
    expect((await at.list('Brand')).filter((one) => one.brand_name === 'New One')).toHaveLength(1)
    expect(await byName('B')).toMatchObject([{ brand: id }])
  })

  test('a head that names an id as databases do is understood', async () => {
    const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data' }
    const from = { fieldname: 'from', label: 'From', fieldtype: 'Link', options: 'Brand' }
    const phone = { fieldname: 'phone', label: 'Phone', fieldtype: 'Data', options: 'Phone' }
    const body = { id: 'Stock Order', module: 'Test', naming_rule: 'Prompt', fields: [name, from, phone] }
    await at.site.call('POST', '/api/entity/Entity', { body, as: at.manager })
    const fieldsOf = async (content: string, entity: string) => {
      const { json } = await at.start({ file: await at.put(content), columns: 1 }, entity)
      return json.data.columns.map(({ fieldname }: { fieldname: string | null }) => fieldname)
    }
    expect(await fieldsOf('order_id,name,Brand ID\n1,a,b\n', 'Stock Order')).toEqual(['id', 'name', 'from'])
    expect(await fieldsOf('stock_order_id,from_id\n1,b\n', 'Stock Order')).toEqual(['id', 'from'])
    const named = { ...body, id: 'Stock Count', naming_rule: 'Field', naming_value: 'name' }
    await at.site.call('POST', '/api/entity/Entity', { body: named, as: at.manager })
    expect(await fieldsOf('count_id,from_id\n1,b\n', 'Stock Count')).toEqual(['name', 'from'])
    // Ids that nobody chooses are not taken from a file unasked.
    expect(await fieldsOf('good_id,good_name,brand_id\n1,a,b\n', 'Good')).toEqual([null, 'good_name', 'brand'])
    expect(await fieldsOf('code_name,good_name\nA,b\n', 'Good')).toEqual(['code', 'good_name'])

    const dotted = await at.look('order_id,name,phone\n1,a,88.60.15.31\n2,b,(1) 42.34/5\n3,c,x.y\n', {}, 'Stock Order')
    const { rows } = (await at.rows(dotted.id)).json
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['create', 'create', 'refused'])
    await commit(dotted.result.plan_id, 'skip', 'Stock Order')
    const stored = (await at.list('Stock Order')).map((order) => order.phone)
    expect(stored).toEqual(['88 60 15 31', '(1) 42 34 5'])
  })

  test('a text that an export guards from spreadsheets comes back as it was', async () => {
    const names = ['=1+1', "'=1+1", "''-x", "'plain", '-5', '@a', '_x0041_', 'שורה\r\nשנייה']
    const goods: string[] = []
    for (const good_name of names) {
      const { json } = await at.site.call('POST', '/api/entity/Good', { body: { good_name }, as: at.manager })
      goods.push(json.entity.id)
    }
    const answer = await at.site.inject({
      method: 'GET',
      url: `/api/entity/Good/export?format=csv&fields=id,good_name&ids=${goods.join(',')}`,
      headers: { cookie: at.manager },
    })
    const looked = await at.look(answer.rawPayload, { key: 'id', mode: 'update' })
    expect(looked.result.counts).toEqual({ create: 0, update: 0, unchanged: names.length, refused: 0 })
  })

  test('a line may name a record that another line makes', async () => {
    const looked = await at.look('good_name,part_of\nWheel,Car\nCar,\nDoor,Car\n')
    expect(looked.result.counts).toMatchObject({ create: 3, refused: 0 })
    for (const [on_error, file] of [
      ['skip', 'good_name,part_of\nWheel,Car\nCar,\nDoor,Car\n'],
      ['stop', 'good_name,part_of\nSail,Boat\nBoat,\n'],
    ] as const) {
      const { result } = await at.look(file)
      expect((await commit(result.plan_id, on_error)).status).toBe('Done')
    }
    const [car, wheel, boat, sail] = await Promise.all(['Car', 'Wheel', 'Boat', 'Sail'].map(byName))
    expect(wheel?.[0]?.part_of).toBe(car?.[0]?.id)
    expect(sail?.[0]?.part_of).toBe(boat?.[0]?.id)
  })

  test('lines with the same key become rows of one record', async () => {
    const file = 'Number,Product,Amount\n10,Tea,1\n10,Milk,2\n,Salt,3\n11,,\n12,Oil,x\n'
    const looked = await at.look(file, {}, 'Purchase')
    expect(looked.result.counts).toEqual({ create: 2, update: 0, unchanged: 0, refused: 1 })
    const refused = (await at.rows(looked.id, '&outcome=refused')).json.rows
    expect(refused).toMatchObject([{ row: 6, messages: { 'lines.amount': 'Amount is not a number' } }])
    await commit(looked.result.plan_id, 'skip', 'Purchase')
    const [ten] = await at.list('Purchase')
    const read = async () =>
      (await at.site.call('GET', `/api/entity/Purchase/${String(ten?.id)}`, { as: at.manager })).json.entity
    expect((await read()).lines).toMatchObject([
      { product: 'Tea', amount: 1 },
      { product: 'Milk', amount: 2 },
      { product: 'Salt', amount: 3 },
    ])
    const again = await at.look(file, { key: 'number', mode: 'both' }, 'Purchase')
    expect(again.result.counts).toEqual({ create: 0, update: 0, unchanged: 2, refused: 1 })
  })

  test('with `stop` one refused line keeps everything out, until it is mended', async () => {
    const looked = await at.look('good_name,kind\nStop one,Food\nStop two,Rock\n')
    const done = await commit(looked.result.plan_id, 'stop')
    expect(done).toMatchObject({ status: 'Failed', result: { message: 'Row 3: Kind must be one of: Food, Drink' } })
    expect(done.result.plan_job).toBe(looked.id)
    expect(await byName('Stop one')).toEqual([])
    const body = { job: looked.id, row: 3, values: { kind: 'Drink' } }
    expect((await at.site.call('PUT', '/api/app/import_rows', { body, as: at.manager })).json.counts.create).toBe(2)
    expect(await commit(looked.result.plan_id, 'stop')).toMatchObject({ status: 'Done', done: 2 })
    expect(await byName('Stop one')).toHaveLength(1)
  })

  test('a record that came meanwhile is told instead of written over', async () => {
    const looked = await at.look('good_name,code,price\nRace,R1,1\n', { key: 'code', mode: 'both' })
    await at.site.call('POST', '/api/entity/Good', { body: { good_name: 'Other', code: 'R1' }, as: at.manager })
    const done = await commit(looked.result.plan_id, 'skip')
    expect(done).toMatchObject({ status: 'Failed', failed: 1 })
    const [row] = (await at.rows(done.id)).json.rows
    expect(row.messages).toEqual({ '': 'The records changed since the plan was made. Look at it again.' })
  })

  test('only a person who may create imports, reads the rows and starts', async () => {
    const looked = await at.look('good_name\nMine\n')
    const file = await at.put('good_name\nMine\n', 'mine.csv')
    expect((await at.start({ file, plan: 1 }, 'Good', at.staff)).status).toBe(403)
    expect((await at.rows(looked.id, '', at.staff)).status).toBe(404)
    expect((await at.start({ plan_id: looked.result.plan_id }, 'Good', at.staff)).status).toBe(417)
    const theirs = await at.put('good_name\nX\n', 'theirs.csv', 'staff@example.com')
    const admin = await at.site.signIn('Administrator')
    expect((await at.start({ file: '/private/files/none-123456.csv', plan: 1 }, 'Good', admin)).status).toBe(404)
    expect((await at.start({ file: theirs, plan: 1 }, 'System Settings', admin)).status).toBe(417)
    expect((await at.start({ file: theirs, plan: 1 }, 'Order Line', admin)).status).toBe(417)
    const options = { mapping: { 0: 'secret' } }
    expect((await at.start({ file, options, plan: 1 })).json.message).toBe('secret is not a field of Good')
  })

  test('the choice of columns is remembered for the same heads', async () => {
    const content = 'was,ist\nHammer,H1\n'
    const columns = async () => (await at.start({ file: await at.put(content), columns: 1 })).json.data
    expect(await columns()).toMatchObject({ remembered: 0, columns: [{ fieldname: null }, { fieldname: null }] })
    const { json } = await at.start({ file: await at.put(content), plan: 1 })
    expect(json).toMatchObject({
      status: 417,
      message: 'Choose the column of Good Name.',
      columns: [{ name: 'was' }, {}],
    })
    await at.look(content, { mapping: { 0: 'good_name', 1: 'code' }, key: 'code', mode: 'both' })
    expect(await columns()).toMatchObject({
      ...{ remembered: 1, key: 'code', mode: 'both' },
      targets: expect.arrayContaining(['id', 'good_name', 'brand']),
      columns: [{ fieldname: 'good_name' }, { fieldname: 'code' }],
    })
  })
}
