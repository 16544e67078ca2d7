import type { FoundRecord, RecentRecord } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext } from '../../entity/index.ts'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => searchTests(() => makeTestSite()))
onPostgres((_open, address) => searchTests(async () => makeTestSite({ database: address })))

const everything = { read: 1, write: 1, create: 1, delete: 1 }

function searchTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string

  beforeAll(async () => {
    site = await open()
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
      { fieldname: 'notes', label: 'Notes', fieldtype: 'Text' },
      { fieldname: 'pay', label: 'Pay', fieldtype: 'Data', permlevel: 1 },
      { fieldname: 'story', label: 'Story', fieldtype: 'Long Text' },
    ]
    const define = (id: string, rules: object[], more: object = {}) =>
      make('Entity', {
        ...{ id, module: 'Test', title_field: 'name', naming_rule: 'Prompt', fields, ...more },
        permissions: [
          { role: 'System Manager', ...everything },
          { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
          ...rules,
        ],
      })
    const all = [{ role: 'Staff', ...everything }]
    await define('Ship', all, { search_fields: 'story' })
    await define('Harbour', all)
    await define('Diary', [{ role: 'Staff', ...everything, if_owner: 1 }])
    await define('Vault', [])
    await make('Ship', { id: 's1', name: 'Dolphin', notes: 'carries oranges', pay: 'secret wages' })
    await make('Ship', { id: 's2', name: 'White Dolphin', story: `${'long '.repeat(1_000)}lighthouse at the end` })
    await make('Ship', { id: 's3', name: 'Superdolphin', notes: 'lies in Dolphinarium' })
    await make('Ship', { id: 's4', name: 'Dolphin Two' })
    await make('Harbour', { id: 'dolphin', name: 'נמל תל־אביב' })
    await make('Diary', { id: 'd1', name: 'dolphin watching' })
    await make('Diary', { id: 'd2', name: 'my dolphin' }, staff)
    await make('Vault', { id: 'v1', name: 'dolphin gold' })
  })

  const make = async (entity: string, body: object, as = manager) => {
    const answer = await site.call('POST', `/api/entity/${entity}`, { body, as })
    expect([answer.status, answer.json.message]).toEqual([200, undefined])
  }
  const search = async (text: string, as = staff, more = '') => {
    const answer = await site.call('GET', `/api/app/search?text=${encodeURIComponent(text)}${more}`, { as })
    expect([answer.status, answer.json.message]).toEqual([200, undefined])
    return answer.json as { results: FoundRecord[]; counts: Record<string, number>; complete: 0 | 1 }
  }
  const ids = async (text: string, as = staff, more = '') => (await search(text, as, more)).results.map(({ id }) => id)

  test('the best come first: whole, beginning, word, within', async () => {
    expect(await ids('dolphin', staff, '&entities=Ship,Harbour')).toEqual(['dolphin', 's1', 's4', 's3', 's2'])
  })

  test('rights are part of it: neither found nor counted', async () => {
    const mine = await search('dolphin')
    expect(mine.counts).toEqual({ Ship: 4, Harbour: 1, Diary: 1 })
    expect(mine.results.map(({ id }) => id)).toContain('d2')
    expect(mine.results.map(({ id }) => id)).not.toContain('d1')
    expect(mine.results.map(({ id }) => id)).not.toContain('v1')
    expect((await search('dolphin', manager)).counts).toEqual({ Ship: 4, Harbour: 1, Diary: 2, Vault: 1 })
    expect(await ids('secret wages')).toEqual([])
    expect(await ids('secret wages', manager)).toEqual(['s1'])
  })

  test('shows where the text stands', async () => {
    const [found] = (await search('oranges')).results
    expect(found).toMatchObject({
      ...{ entity: 'Ship', id: 's1', title: 'Dolphin', field: 'notes', field_label: 'Notes' },
      ...{ snippet: 'carries oranges', match: [[8, 15]], image: null },
    })
    const [long] = (await search('lighthouse')).results
    expect(long).toMatchObject({ id: 's2', field: 'story', snippet: expect.stringContaining('lighthouse at the end') })
    expect(long?.snippet.slice(...(long.match[0] as [number, number]))).toBe('lighthouse')
  })

  test.each([
    ['תל אביב', ['dolphin']],
    ['בנמל תל', ['dolphin']],
    ['k,k tchc', []],
    [',k tchc', ['dolphin']],
    ['s2', ['s2']],
    ['or', ['s1']],
    ['nothing at all', []],
  ])('%s finds %j', async (text, found) => {
    expect(await ids(text, staff, '&entities=Ship,Harbour')).toEqual(found)
  })

  test('counts no further than a page needs, and answers as many as asked for', async () => {
    expect(await ids('dolphin', staff, '&limit=2')).toHaveLength(2)
    for (const query of ['', 'text=', `text=${'x'.repeat(201)}`, 'text=abc&limit=0']) {
      expect((await site.call('GET', `/api/app/search?${query}`, { as: staff })).status).toBe(417)
    }
    expect(await ids('dolphin', staff, '&entities=["Diary","Vault","Nothing"]')).toEqual(['d2'])
    expect((await site.call('GET', '/api/app/search?text=dolphin')).status).toBe(401)
  })

  test('messages are found with the records that one may read', async () => {
    const { engine } = site.site
    const message = (id: string, entity: string) =>
      createRecord(engine, systemContext(engine), 'Communication', {
        ...{ subject: `About ${id}`, text_content: 'the zebra crossing', communication_medium: 'Email' },
        ...{ sent_or_received: 'Received', reference_entity: entity, reference_id: id },
      })
    await message('s1', 'Ship')
    await message('v1', 'Vault')
    const { counts } = await search('zebra')
    expect(counts).toEqual({ Communication: 1 })
    expect((await search('zebra', manager)).counts).toEqual({ Communication: 2 })
    expect(await ids('staff@example')).toEqual([])
    expect((await search('staff@example', manager)).counts).toEqual({ User: 1 })
  })

  test('records that one opened last come first among equals, and are listed', async () => {
    const opened = (entity: string, id: string, as = staff) =>
      site.call('POST', '/api/app/recent', { body: { entity, id }, as })
    const recent = async (as = staff): Promise<RecentRecord[]> =>
      (await site.call('GET', '/api/app/recent', { as })).json.recent
    expect(await ids('dolphin', staff, '&entities=Ship')).toEqual(['s1', 's4', 's3', 's2'])
    for (const id of ['s1', 's2', 's3', 's2']) expect((await opened('Ship', id)).status).toBe(200)
    expect((await opened('Vault', 'v1')).status).toBe(403)
    expect((await opened('Ship', 'none')).status).toBe(404)
    expect(await recent()).toMatchObject([
      { entity: 'Ship', id: 's2', title: 'White Dolphin', image: null, at: expect.stringMatching(/^\d{4}-/) },
      { id: 's3' },
      { id: 's1' },
    ])
    expect(await recent(manager)).toEqual([])
    expect(await ids('dolphin', staff, '&entities=Ship')).toEqual(['s1', 's4', 's2', 's3'])
    await site.call('DELETE', '/api/entity/Ship/s3', { as: manager })
    expect((await recent()).map(({ id }) => id)).toEqual(['s2', 's1'])
  })
}
