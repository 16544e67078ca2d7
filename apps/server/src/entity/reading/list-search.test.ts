import { beforeAll, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { linkSuggestions, summaryText } from '../index.ts'
import { addUser, personContext, refusal } from '../testing.ts'
import { listTests } from '../testing-lists.ts'

eachStore((open) => {
  const { site, list, create, define, idsOf } = listTests(open)

  const records = {
    army: 'מועדון צה״ל',
    peace: 'שָׁלוֹם עולם',
    city: 'תל־אביב יפו',
    house: 'בית ספר',
    cafe: 'Café Genève',
    hello: 'hello there',
    stop: 'a 100% stop_sign',
  }
  beforeAll(async () => {
    await define('Place', [
      { fieldname: 'name' },
      { fieldname: 'secret', permlevel: 1 },
      { fieldname: 'rank', fieldtype: 'Int' },
    ])
    for (const [id, name] of Object.entries(records)) await create('Place', { id, name, rank: 2 })
  })
  const search = (text: string) => idsOf('Place', { search: text })

  it.each([
    ['צהל', ['army']],
    ['צה"ל', ['army']],
    ["צה'ל", ['army']],
    ['שלום', ['peace']],
    ['שלומ', ['peace']],
    ['תל אביב', ['city']],
    ['תל-אביב', ['city']],
    ['cafe gen', ['cafe']],
    ['CAFÉ', ['cafe']],
    ['100%', ['stop']],
    ['p_s', ['stop']],
    ['p-s', []],
    ['ה״ל', ['army']],
    ['"ל', []],
    ['ca', ['cafe']],
    ['ספ', ['house']],
    ['army', ['army']],
    ['nowhere', []],
  ])('finds %s as it is written', async (text, ids) => {
    expect(await search(text)).toEqual(ids)
  })

  it.each([
    ['ולשלום', ['peace']],
    ['בבית', ['house']],
    ['akuo', ['peace']],
    ['יקךךם', ['hello']],
  ])('finds %s by another reading, since the text itself finds nothing', async (text, ids) => {
    expect(await search(text)).toEqual(ids)
    const summary = JSON.parse(await summaryText(site.engine, site.staff, 'Place', { search: text }))
    expect(summary.data.count).toBe(ids.length)
  })

  it('prefers the text as typed', async () => {
    await create('Place', { id: 'typed', name: 'akuo' })
    expect(await search('akuo')).toEqual(['typed'])
  })

  it('finds all that the rule of like finds', async () => {
    await create('Place', { id: 'quoted', name: 'רמטכ"ל' })
    expect(await idsOf('Place', { filters: { name: ['like', '%"ל%'] } })).toEqual(['quoted'])
    expect(await search('"ל')).toEqual(['quoted'])
  })

  it('narrows what the filters leave', async () => {
    expect(await idsOf('Place', { search: 'שלום', filters: { rank: 3 } })).toEqual([])
    expect(
      await idsOf('Place', {
        search: 'שלום',
        or_filters: [
          ['rank', '=', 2],
          ['rank', '=', 3],
        ],
      }),
    ).toEqual(['peace'])
    expect((await list('Place', { search: '  ' })).count).toBeGreaterThan(5)
    expect((await refusal(list('Place', { search: 'x'.repeat(201) }))).status).toBe(417)
  })

  it('does not look at fields that the user may not read', async () => {
    await create('Place', { id: 'covert', name: 'plain', secret: 'hidden words' }, site.manager)
    expect(await search('hidden words')).toEqual([])
    expect(await idsOf('Place', { search: 'hidden words' }, site.manager)).toEqual(['covert'])
  })

  it('filters fold, too, without other readings', async () => {
    const by = (...filter: unknown[]) => idsOf('Place', { filters: [filter], order_by: 'id' })
    expect(await by('name', 'contains', 'שלום')).toEqual(['peace'])
    expect(await by('name', 'contains', 'ולשלום')).toEqual([])
    expect(await by('name', 'starts with', 'cafe')).toEqual(['cafe'])
    expect(await by('name', 'starts with', 'geneve')).toEqual([])
    expect(await by('name', 'like', '%cafe%')).toEqual([])
    expect(await by('rank', 'contains', '2')).toContain('house')
    const others = await by('name', 'not contains', 'cafe')
    expect(others).toContain('house')
    expect(others).not.toContain('cafe')
  })

  it('suggests links as a search finds them, other readings last', async () => {
    await define('Guest', [{ fieldname: 'name' }], { title_field: 'name', search_fields: 'name' })
    for (const [id, name] of [
      ['g1', 'בית חולים'],
      ['g2', 'הבית הלבן'],
      ['g3', 'שָׁלוֹם'],
    ] as const) {
      await create('Guest', { id, name })
    }
    const suggested = async (txt: string) =>
      (await linkSuggestions(site.engine, site.staff, { entity: 'Guest', txt })).map(({ value }) => value)
    expect(await suggested('הבית')).toEqual(['g2', 'g1'])
    expect(await suggested('שלום')).toEqual(['g3'])
    expect(await suggested('ש')).toEqual(['g3'])
    expect(await suggested('akuo')).toEqual(['g3'])
  })

  it('shows people with rights to their own records those alone', async () => {
    const permissions = [
      { role: 'Staff', read: 1, write: 1, create: 1, if_owner: 1 },
      { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
    ]
    await define('Diary', [{ fieldname: 'name' }], { permissions })
    await addUser(site.engine, 'mia@example.com', ['Staff'])
    const mia = await personContext(site.engine, 'mia@example.com')
    await create('Diary', { id: 'mine', name: 'common words' }, mia)
    await create('Diary', { id: 'another', name: 'common words' })
    expect(await idsOf('Diary', { search: 'common' }, mia)).toEqual(['mine'])
  })
})
