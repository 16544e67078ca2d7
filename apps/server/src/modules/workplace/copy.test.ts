import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => copyTests(() => makeTestSite()))
onPostgres((_open, database) => copyTests(() => makeTestSite({ database })))

function copyTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let admin: string
  beforeAll(async () => {
    site = await open()
    admin = await site.signIn('Administrator')
    const field = (fieldname: string, fieldtype: string, more: object = {}) => ({
      ...{ fieldname, label: `The ${fieldname}`, fieldtype },
      ...more,
    })
    const make = (body: object) => site.call('POST', '/api/entity/Entity', { as: admin, body })
    const rows = [field('what', 'Data'), field('serial', 'Data', { no_copy: 1 }), field('price', 'Float')]
    await make({ id: 'Box Row', module: 'Tests', type: 'Table', fields: rows })
    await make({
      ...{ id: 'Box', module: 'Tests', title_field: 'name_of' },
      fields: [
        field('name_of', 'Data'),
        field('code', 'Data', { unique: 1 }),
        field('stamp', 'Data', { no_copy: 1 }),
        field('blank', 'Data', { no_copy: 1 }),
        field('secret', 'Password'),
        field('weight', 'Int'),
        field('double', 'Int', { formula: 'weight * 2' }),
        field('price', 'Currency', { permlevel: 1 }),
        field('rows', 'Table', { options: 'Box Row' }),
      ],
      permissions: [
        { role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 },
        { role: 'Staff', permlevel: 0, read: 1, write: 1, create: 0 },
      ],
    })
  })

  test('a copy has what a second record may have, rows without ids, and names what it leaves out', async () => {
    const body = {
      ...{ name_of: 'Lemons', code: 'L-1', stamp: 'now', secret: 'hush', weight: 3 },
      rows: [{ what: 'Peel', serial: 'S-1', price: 2.5 }],
    }
    const { json } = await site.call('POST', '/api/entity/Box', { as: admin, body })
    const at = `/api/entity/Box/${json.entity.id}?run_method=get_copy`
    const { json: answer } = await site.call('POST', at, { as: admin, body: { data: {} } })
    expect(answer.data.values).toEqual({ name_of: 'Lemons', weight: 3, rows: [{ what: 'Peel', price: 2.5 }] })
    expect(answer.data.left_out).toEqual(['ID', 'The code', 'The stamp', 'The secret'])
    const copy = await site.call('POST', '/api/entity/Box', { as: admin, body: answer.data.values })
    expect(copy.json.entity).toMatchObject({ name_of: 'Lemons', double: 6, rows: [{ what: 'Peel' }] })
  })

  test('the field of which the id is made stays out, so that the copy can be saved', async () => {
    const fields = ['number', 'remark'].map((fieldname) => ({ fieldname, label: fieldname, fieldtype: 'Data' }))
    const naming = { naming_rule: 'Field', naming_value: 'number' }
    const body = { id: 'Crate', module: 'Tests', ...naming, fields }
    await site.call('POST', '/api/entity/Entity', { as: admin, body })
    await site.call('POST', '/api/entity/Crate', { as: admin, body: { number: 'C-1', remark: 'heavy' } })
    const at = '/api/entity/Crate/C-1?run_method=get_copy'
    const { json } = await site.call('POST', at, { as: admin, body: { data: {} } })
    expect(json.data).toEqual({ values: { remark: 'heavy' }, left_out: ['ID', 'number'] })
  })

  test('a person without the right to create gets no copy', async () => {
    const { json } = await site.call('POST', '/api/entity/Box', { as: admin, body: { name_of: 'Plums' } })
    const staff = await site.signIn('staff@example.com')
    const at = `/api/entity/Box/${json.entity.id}?run_method=get_copy`
    expect((await site.call('POST', at, { as: staff, body: { data: {} } })).status).toBe(403)
  })
}
