import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../../store/testing.ts'
import { distinctValues } from '../../index.ts'
import { refusal } from '../../testing.ts'
import { listTests } from '../../testing-lists.ts'
import { summarise } from './summary.ts'

const amounts = [0.1, 0.2, 0.7, -1234.56, 1e-7, 0.1 + 0.2, 123456789.123456, 9e15, 1e12 + 0.123]

eachStore((open) => {
  const { site, define, create } = listTests(open)
  const sums = (query: object, ctx = site.staff) => summarise(site.engine, ctx, 'Sale', query)

  beforeAll(async () => {
    await define('Buyer', [{ fieldname: 'name', in_list_view: 1 }], { title_field: 'name' })
    for (const [id, name] of Object.entries({ x: 'Noa Bar', y: 'Amir' })) await create('Buyer', { id, name })
    await define(
      'Sale',
      [
        { fieldname: 'buyer', fieldtype: 'Link', options: 'Buyer' },
        { fieldname: 'state', fieldtype: 'Select', options: 'Open\nDone' },
        { fieldname: 'amount', fieldtype: 'Currency' },
        { fieldname: 'pieces', fieldtype: 'Int' },
        { fieldname: 'day', fieldtype: 'Date' },
        { fieldname: 'at', fieldtype: 'Datetime' },
        { fieldname: 'note', fieldtype: 'Text' },
        { fieldname: 'hidden', fieldtype: 'Currency', permlevel: 1 },
      ],
      {
        permissions: [
          { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
          { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
          { role: 'Staff', read: 1, if_owner: 0 },
        ],
      },
    )
    for (const [index, amount] of amounts.entries()) {
      await create('Sale', {
        id: `${index}`,
        buyer: index % 3 === 2 ? null : index % 3 === 1 ? 'y' : 'x',
        state: index < 6 ? 'Open' : 'Done',
        amount,
        pieces: index === 8 ? 9.007e15 : index,
        day: index === 7 ? null : `2026-0${1 + (index % 5)}-15`,
        at: `2026-01-0${1 + index} 10:00:00`,
      })
    }
  })

  describe('sums', () => {
    it('are exact over the decimal texts, where doubles would round', async () => {
      const { data } = await sums({ aggregates: ['sum:amount', 'avg:pieces', 'min:amount', 'max:day', 'sum:pieces'] })
      expect(data).toEqual({
        count: 9,
        'sum:amount': '9001000123455555.98645610000000004',
        'avg:pieces': '1000777777777780.888889',
        'min:amount': -1234.56,
        'max:day': '2026-05-15',
        'sum:pieces': 9007000000000028,
      })
    })

    it('are of what the filters leave, and null where there is no value', async () => {
      const open_ = await sums({
        filters: { state: 'Open', amount: ['between', [0.05, 0.7]] },
        aggregates: ['sum:amount'],
      })
      expect(open_.data).toEqual({ count: 4, 'sum:amount': '1.30000000000000004' })
      expect((await sums({ filters: { id: 'none' }, aggregates: ['sum:amount', 'min:day'] })).data).toEqual({
        ...{ count: 0, 'sum:amount': null, 'min:day': null },
      })
    })

    it.each([
      ['sum:state'],
      ['sum:day'],
      ['sum:nothing'],
      ['median:amount'],
      ['sum:hidden'],
      [5],
      'count',
      Array.from({ length: 11 }, (_, index) => `sum:a${index}`),
    ])('%j is refused', async (...aggregates) => {
      expect(
        (
          await refusal(
            sums({
              aggregates:
                aggregates.length === 1 && typeof aggregates[0] === 'string' && aggregates[0] === 'count'
                  ? 'count'
                  : aggregates,
            }),
          )
        ).status,
      ).toBe(417)
    })
  })

  describe('groups', () => {
    it('are by value with the titles of links, most first and blank last', async () => {
      const { groups, complete } = await sums({ group_by: 'buyer', aggregates: ['sum:pieces'] })
      expect(groups).toEqual([
        { key: ['x'], titles: ['Noa Bar'], count: 3, 'sum:pieces': 9 },
        { key: ['y'], titles: ['Amir'], count: 3, 'sum:pieces': 12 },
        { key: [null], titles: [null], count: 3, 'sum:pieces': 9007000000000007 },
      ])
      expect(complete).toBe(1)
    })

    it('are by periods, of dates and of system times in the site’s zone', async () => {
      const keys = async (group_by: string) =>
        (await sums({ group_by })).groups.map(({ key, count }) => [...key, count])
      expect(await keys('day:quarter')).toEqual([
        ['2026-01-01', 5],
        ['2026-04-01', 3],
        [null, 1],
      ])
      expect(await keys('day:year')).toEqual([
        ['2026-01-01', 8],
        [null, 1],
      ])
      expect(await keys('at:week')).toEqual([
        ['2026-01-04', 6],
        ['2025-12-28', 3],
      ])
      const today = site.engine.clock.nowWall().slice(0, 10)
      expect(await keys('creation:day')).toEqual([[today, 9]])
      expect(await keys('creation:month')).toEqual([[`${today.slice(0, 7)}-01`, 9]])
      expect((await keys('state,buyer'))[0]).toEqual(['Open', 'x', 2])
    })

    it.each(['note', 'hidden', 'nothing', 'state:day', 'day:hour', 'day:day:day', 'state,buyer,day', 'id,', 5])(
      'by %j are refused',
      async (group_by) => {
        expect((await refusal(sums({ group_by }))).status).toBe(417)
      },
    )
  })

  describe('values', () => {
    const values = async (query: object) => (await distinctValues(site.engine, site.staff, 'Sale', query)).values

    it('are the most frequent ones, narrowed by what is typed', async () => {
      expect(await values({ field: 'state' })).toEqual([
        { value: 'Open', title: 'Open', count: 6 },
        { value: 'Done', title: 'Done', count: 3 },
      ])
      expect(await values({ field: 'buyer', txt: 'noa' })).toEqual([{ value: 'x', title: 'Noa Bar', count: 3 }])
      expect(await values({ field: 'state', txt: 'don', filters: { buyer: 'x' } })).toEqual([
        { value: 'Done', title: 'Done', count: 1 },
      ])
      expect(await values({ field: 'id', txt: '7' })).toEqual([{ value: '7', title: '7', count: 1 }])
    })

    it.each([{}, { field: 'note' }, { field: 'hidden' }, { field: 'x' }])('of %j are refused', async (query) => {
      expect((await refusal(values(query))).status).toBe(417)
    })
  })
})
