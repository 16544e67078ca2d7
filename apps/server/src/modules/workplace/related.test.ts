import type { RelatedAnswer } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => relatedTests(() => makeTestSite()))
onPostgres((_open, address) => relatedTests(async () => makeTestSite({ database: address })))

const everything = { read: 1, write: 1, create: 1, delete: 1 }

function relatedTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string

  const make = async (entity: string, body: object, as = manager): Promise<string> => {
    const answer = await site.call('POST', `/api/entity/${entity}`, { body, as })
    expect([answer.status, answer.json.message]).toEqual([200, undefined])
    return answer.json.entity.id
  }
  const define = (id: string, fields: object[], more: object = {}) =>
    make('Entity', {
      ...{ id, module: 'Test', naming_rule: 'Prompt', fields },
      permissions: [
        { role: 'System Manager', ...everything },
        { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
        { role: 'Staff', ...everything },
      ],
      ...more,
    })
  const related = async (entity: string, id: string, as = staff): Promise<RelatedAnswer> => {
    const answer = await site.call('GET', `/api/app/get_related?entity=${entity}&id=${id}`, { as })
    expect([answer.status, answer.json.message]).toEqual([200, undefined])
    // The tasks of the sample may name any record.
    return { ...answer.json, related: answer.json.related.filter((one: { entity: string }) => one.entity !== 'Task') }
  }
  const counts = async (entity: string, id: string, as = staff) =>
    (await related(entity, id, as)).related.map((one) => [one.entity, one.field, one.count])
  const link = (fieldname: string, options: string, more: object = {}) => {
    return { fieldname, label: `Label of ${fieldname}`, fieldtype: 'Link', options, ...more }
  }

  beforeAll(async () => {
    site = await open()
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data' }
    await define('Buyer', [name], { has_communication: 1 })
    await define('Ware', [name])
    await define('Sale Line', [link('ware', 'Ware'), link('cost_of', 'Ware', { permlevel: 1 })], { type: 'Table' })
    await define(
      'Sale',
      [
        link('buyer', 'Buyer'),
        link('payer', 'Buyer', { read_only: 1 }),
        link('secret_buyer', 'Buyer', { permlevel: 1 }),
        link('hidden_buyer', 'Buyer', { hide_related: 1 }),
        { fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: 'Sale Line' },
      ],
      { icon: 'receipt_long', has_communication: 1 },
    )
    const own = [
      { role: 'System Manager', ...everything },
      { role: 'Staff', read: 1, create: 1, if_owner: 1 },
    ]
    await define('Diary', [link('buyer', 'Buyer')], { permissions: own })
    await define('Vault', [link('buyer', 'Buyer')], { permissions: [{ role: 'System Manager', ...everything }] })
    const target = link('target_entity', 'Entity')
    const dynamic = { fieldname: 'target', label: 'Target', fieldtype: 'Dynamic Link', options: 'target_entity' }
    await define('Label', [target, dynamic])

    for (const id of ['b1', 'b2']) await make('Buyer', { id, name: id })
    for (const id of ['w1', 'b1']) await make('Ware', { id, name: id })
    const line = { ware: 'w1' }
    await make('Sale', { id: 's1', buyer: 'b1', secret_buyer: 'b1', hidden_buyer: 'b1', lines: [line, line] })
    await make('Sale', { id: 's2', buyer: 'b1', lines: [{ cost_of: 'w1' }] })
    await make('Sale', { id: 's3', buyer: 'b2', lines: [line] })
    await make('Diary', { id: 'd1', buyer: 'b1' }, staff)
    await make('Diary', { id: 'd2', buyer: 'b1' })
    await make('Vault', { id: 'v1', buyer: 'b1' })
    await make('Label', { id: 'l1', target_entity: 'Buyer', target: 'b1' })
    await make('Label', { id: 'l2', target_entity: 'Ware', target: 'b1' })
  })

  test('counts what points at a record through each field, the largest first, zero included', async () => {
    expect(await counts('Buyer', 'b1', manager)).toEqual([
      ['Diary', 'buyer', 2],
      ['Sale', 'buyer', 2],
      ['Label', 'target', 1],
      ['Sale', 'secret_buyer', 1],
      ['Vault', 'buyer', 1],
      ['Sale', 'payer', 0],
    ])
    expect(await counts('Ware', 'w1', manager)).toEqual([
      ['Sale', 'lines.ware', 2],
      ['Sale', 'lines.cost_of', 1],
      ['Label', 'target', 0],
    ])
  })

  test('counts and names only what the caller may read', async () => {
    expect(await counts('Buyer', 'b1')).toEqual([
      ['Sale', 'buyer', 2],
      ['Diary', 'buyer', 1],
      ['Label', 'target', 1],
      ['Sale', 'payer', 0],
    ])
    expect((await counts('Ware', 'w1'))[0]).toEqual(['Sale', 'lines.ware', 2])
    for (const [entity, id, status] of [
      ['Vault', 'v1', 403],
      ['Diary', 'd2', 403],
      ['Buyer', 'none', 404],
      ['Nothing', 'b1', 404],
      ['Sale Line', 'x', 417],
      ['Buyer', '', 417],
    ]) {
      const address = `/api/app/get_related?entity=${entity}&id=${id}`
      expect([entity, (await site.call('GET', address, { as: staff })).status]).toEqual([entity, status])
    }
  })

  test('each is the list of its entity with the filter', async () => {
    for (const [entity, id] of [
      ['Buyer', 'b1'],
      ['Ware', 'b1'],
      ['Ware', 'w1'],
    ] as const) {
      for (const one of (await related(entity, id)).related) {
        const naming = one.field === 'target' ? [['target_entity', '=', entity]] : []
        const filters = encodeURIComponent(JSON.stringify([[one.field, '=', id], ...naming]))
        const list = await site.call('GET', `/api/entity/${one.entity}?filters=${filters}`, { as: staff })
        expect([one.entity, one.field, one.count]).toEqual([one.entity, one.field, list.json.count])
      }
    }
  })

  test('says how each is called, and whether one may make such a record', async () => {
    const { related: found } = await related('Buyer', 'b2')
    expect(found.find(({ field }) => field === 'buyer')).toEqual({
      ...{ entity: 'Sale', field: 'buyer', label: 'Sale', field_label: 'Label of buyer', icon: 'receipt_long' },
      ...{ count: 1, open_communications: 0, can_create: 1 },
    })
    expect(found.find(({ field }) => field === 'payer')).toMatchObject({ can_create: 0 })
  })

  test('counts notes, files, versions and open messages, and tells of the last one', async () => {
    const message = (at: string, more: object = {}) =>
      make('Communication', {
        ...{ subject: 'About it', communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
        ...{ reference_entity: 'Sale', reference_id: 's1', sender: 'ada@example.com', communication_date: at },
        ...more,
      })
    await message('2026-01-02 10:00:00', { sender_full_name: 'Ada' })
    await message('2026-01-01 10:00:00')
    await make('Note', { reference_entity: 'Sale', reference_id: 's1', text: 'Mind the gap' }, staff)
    await site.call('PUT', '/api/entity/Sale/s1', { body: { payer: null, buyer: 'b2' }, as: manager })
    expect(await related('Sale', 's1')).toEqual({
      related: [expect.objectContaining({ entity: 'Label', count: 0 })],
      last_message: { at: expect.stringMatching(/^2026-01-02 10:00:00/), sender: 'Ada', medium: 'Email' },
      ...{ notes: 1, files: 0, versions: 2 },
    })
    const sales = (await related('Buyer', 'b2')).related.find(({ field }) => field === 'buyer')
    expect(sales).toMatchObject({ count: 2, open_communications: 2 })
    expect(await related('Buyer', 'b2')).toMatchObject({ last_message: null, notes: 0, versions: 1 })
  })
}
