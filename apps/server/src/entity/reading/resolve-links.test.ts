import type { ResolvedLink } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { type Answer, makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => resolveTests(() => makeTestSite()))
onPostgres((_open, database) => resolveTests(() => makeTestSite({ database })))

const everything = { read: 1, write: 1, create: 1, delete: 1 }

function resolveTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string

  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const make = (entity: string, body: object, as = manager) =>
    ok(site.call('POST', `/api/entity/${entity}`, { body, as }))
  const resolve = (body: object, as = staff) => site.call('POST', '/api/utils/resolve_links', { as, body })
  const items = async (entity: string, texts: string[], as = staff, reference_entity = ''): Promise<ResolvedLink[]> =>
    (await ok(resolve({ entity, texts, reference_entity }, as))).items
  const values = async (...asked: Parameters<typeof items>) =>
    (await items(...asked)).map(({ value, matches }) => [value, matches])

  beforeAll(async () => {
    site = await open()
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const ware = {
      ...{ module: 'Test', naming_rule: 'Prompt', title_field: 'name', search_fields: 'code\nformer' },
      fields: [
        { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
        { fieldname: 'code', label: 'Code', fieldtype: 'Data' },
        { fieldname: 'former', label: 'Former Code', fieldtype: 'Data' },
        { fieldname: 'disabled', label: 'Disabled', fieldtype: 'Check' },
      ],
    }
    const whole = { role: 'System Manager', ...everything }
    await make('Role', { role_name: 'Guard' })
    await make('Entity', { ...ware, id: 'Ware', permissions: [whole, { role: 'Staff', ...everything }] })
    await make('Entity', { ...ware, id: 'Secret Ware', permissions: [whole, { role: 'Guard', read: 1 }] })
    await make('Entity', {
      ...{ id: 'Own Ware', ...ware },
      permissions: [whole, { role: 'Staff', ...everything, if_owner: 1 }],
    })
    const link = { fieldname: 'ware', label: 'Ware', fieldtype: 'Link', options: 'Secret Ware' }
    await make('Entity', {
      ...{ id: 'Sale', module: 'Test', fields: [link] },
      permissions: [whole, { role: 'Staff', ...everything }],
    })
    for (const entity of ['Ware', 'Secret Ware', 'Own Ware']) {
      await make(entity, { id: 'W-1', name: 'Chang', code: 'A7', former: 'A7' })
      await make(entity, { id: 'W-2', name: 'Chai', code: 'Chang' })
      await make(entity, { id: 'W-3', name: 'Tofu', code: 'twice' })
      await make(entity, { id: 'W-4', name: 'Tofu', former: 'Twice' })
      await make(entity, { id: 'Chai', name: 'Named as another' })
      await make(entity, { id: 'W-5', name: 'Gone', disabled: 1 })
    }
    await make('Own Ware', { id: 'W-6', name: 'Chai of mine' }, staff)
  })

  test('a text is an id, else a title, else another search field, ignoring case and blanks around it', async () => {
    const texts = ['w-2', 'Chang', ' CHANG ', 'chai', 'a7', 'Tofu', 'twice', 'Cha', 'Gone', '', 'W-5']
    const found = await items('Ware', texts)
    expect(found.map(({ text }) => text)).toEqual(texts)
    expect(found.map(({ value, matches }) => [value, matches])).toEqual([
      ...[
        ['W-2', 1],
        ['W-1', 1],
        ['W-1', 1],
        ['Chai', 1],
        ['W-1', 1],
        [null, 2],
      ],
      ...[
        [null, 2],
        [null, 0],
        [null, 0],
        [null, 0],
        [null, 0],
      ],
    ])
    expect(found[0]).toEqual({ text: 'w-2', value: 'W-2', label: 'Chai', matches: 1 })
  })

  test('a person without the right to read is refused, or told titles where a field really links there', async () => {
    expect((await resolve({ entity: 'Secret Ware', texts: ['W-1'] })).status).toBe(403)
    expect((await resolve({ entity: 'Secret Ware', texts: ['W-1'], reference_entity: 'Ware' })).status).toBe(403)
    // Only what they are shown counts: ids and titles.
    expect(await values('Secret Ware', ['w-1', 'Chang', 'A7', 'Tofu'], staff, 'Sale')).toEqual([
      ...[
        ['W-1', 1],
        ['W-1', 1],
        [null, 0],
        [null, 2],
      ],
    ])
  })

  test('records of others count for nobody who sees their own alone', async () => {
    expect(await values('Own Ware', ['W-1', 'Tofu', 'a7', 'W-6', 'chai of MINE'])).toEqual([
      ...[
        [null, 0],
        [null, 0],
        [null, 0],
        ['W-6', 1],
        ['W-6', 1],
      ],
    ])
    expect(await values('Own Ware', ['W-1', 'Tofu'], manager)).toEqual([
      ['W-1', 1],
      [null, 2],
    ])
  })

  test('the server refuses anything but a list of texts', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `t${n}`)
    for (const [body, status] of [
      [{ entity: 'Ware', texts: many }, 417],
      [{ entity: 'Ware', texts: 'Chang' }, 400],
      [{ entity: 'Ware', texts: [1] }, 400],
      [{ entity: 'Ware' }, 400],
      [{ texts: [] }, 417],
      [{ entity: 7, texts: [] }, 417],
      [{ entity: 'Nothing', texts: [] }, 404],
      [{ entity: 'Ware', texts: ['\0', '\ud800', 'x'.repeat(100_000)] }, 200],
    ] as const) {
      expect([body.texts?.length, (await resolve(body)).status]).toEqual([body.texts?.length, status])
    }
    expect((await items('Ware', many.slice(1))).length).toBe(500)
    expect((await site.call('POST', '/api/utils/resolve_links', { body: { entity: 'Ware', texts: [] } })).status).toBe(
      401,
    )
  })
}
