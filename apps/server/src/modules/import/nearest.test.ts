import { describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { nearestOf } from './matching/distance.ts'
import { importSite } from './testing.ts'

describe('on SQLite', () => nearestTests())
onPostgres((_open, address) => nearestTests(async () => makeTestSite({ database: address })))

test.each([
  ['blonpx', ['blonp', 'alfki'], 'blonp'],
  ['pickng', ['picking', 'picked'], 'picking'],
  ['amredam', ['amsterdam'], undefined],
  ['amsterdma', ['amsterdam', 'rotterdam'], 'amsterdam'],
  ['elite c', ['elite a', 'elite b'], undefined],
  ['abc', ['abd'], undefined],
  ['elite a', ['elite b', 'elite a'], 'elite a'],
])('%s is nearest to the one of %j: %s', (text, names, nearest) => {
  expect(nearestOf(text, names)).toBe(nearest)
})

function nearestTests(open?: () => Promise<TestSite>): void {
  const at = importSite(open)
  const create = async (entity: string, body: object, as = at.manager) => {
    const { status, text } = await at.site.call('POST', `/api/entity/${entity}`, { body, as })
    if (status !== 200) throw new Error(text)
  }
  const nearestIn = async (job: string, as = at.manager) => {
    const { rows } = (await at.rows(job, '&outcome=refused&nearest=1', as)).json
    return rows.map(({ nearest }: { nearest: object }) => nearest)
  }
  const mend = async (body: object) =>
    (await at.site.call('PUT', '/api/app/import_rows', { body, as: at.manager })).json

  test('a refused cell is told the one record or choice that it nearly names', async () => {
    for (const brand_name of ['Strauss', 'Müller Milch', 'Elite A', 'Elite B']) await create('Brand', { brand_name })
    const file = 'good_name,brand,kind\nA,Strause,\nB,muller milhc,\nC,Elite C,\nD,Nobody at all,\nE,,Foood\n'
    const looked = await at.look(file)
    expect(await nearestIn(looked.id)).toEqual([
      { brand: 'Strauss' },
      { brand: 'Müller Milch' },
      {},
      {},
      { kind: 'Food' },
    ])
    const { rows } = (await at.rows(looked.id, '&outcome=refused')).json
    expect(rows[0]).not.toHaveProperty('nearest')
    const { row } = await mend({ job: looked.id, row: 2, values: { brand: 'Strauss' } })
    expect(row).toMatchObject({ outcome: 'create', messages: {} })
  })

  test('a name that the person may not see is not told', async () => {
    const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data' }
    const vault = { fieldname: 'vault', label: 'Vault', fieldtype: 'Link', options: 'Vault' }
    const all = { role: 'System Manager', read: 1, write: 1, create: 1 }
    const shared = { module: 'Test', title_field: 'name' }
    await create('Entity', {
      ...{ id: 'Vault', ...shared, fields: [name] },
      permissions: [all, { role: 'Staff', read: 1, create: 1, if_owner: 1 }],
    })
    const staffToo = [all, { role: 'Staff', read: 1, create: 1 }]
    await create('Entity', { id: 'Key', ...shared, fields: [name, vault], permissions: staffToo })
    await create('Vault', { name: 'Hidden Treasure' })
    await create('Vault', { name: 'Own Treasure' }, at.staff)
    const file = await at.put('name,vault\nA,Hidden Treasur\nB,Own Treasur\n', 'keys.csv', 'staff@example.com')
    const { json } = await at.start({ file, plan: 1 }, 'Key', at.staff)
    await at.ended(json.data.job, at.staff)
    expect(await nearestIn(json.data.job, at.staff)).toEqual([{}, { vault: 'Own Treasure' }])
  })

  test('a mending is taken over to the refused lines that have the same cell', async () => {
    const looked = await at.look('good_name,price\nE1,x\nE2,5\nE3,x \nE4,y\nE5,x\n')
    const first = { job: looked.id, row: 2, values: { price: '3' } }
    expect(await mend(first)).toMatchObject({ mended: 0, equal: 2, counts: { create: 2, refused: 3 } })
    expect(await mend({ ...first, equal: 1 })).toMatchObject({
      ...{ mended: 2, equal: 0, counts: { create: 4, refused: 1 }, row: { row: 2, outcome: 'create' } },
    })
    const { rows } = (await at.rows(looked.id)).json
    expect(rows.map(({ values }: { values: { price: string } }) => values.price)).toEqual(['3', '5', '3', 'y', '3'])
  })

  // How many is the same on both, and so many lines take their time.
  test.runIf(open === undefined)('of very many equal lines one call mends a part and tells what is left', async () => {
    const lines = Array.from({ length: 2102 }, (_, at) => `M${at},x`)
    const looked = await at.look(`good_name,price\n${lines.join('\n')}\n`)
    const first = { job: looked.id, row: 2, values: { price: '3' }, equal: 1 }
    expect(await mend(first)).toMatchObject({ mended: 2000, equal: 101, counts: { create: 2001, refused: 101 } })
    expect(await mend(first)).toMatchObject({ mended: 101, equal: 0, counts: { create: 2102, refused: 0 } })
  })
}
