import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { type Context, deleteRecord, type NeighboursQuery, neighbours, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { listTests } from '../testing-lists.ts'

const everything = { read: 1, write: 1, create: 1, delete: 1 }
const alone = { previous: null, next: null, position: null }

eachStore((open) => {
  const { site, create, define, idsOf } = listTests(open)
  const beside = (id: string, query: NeighboursQuery = {}, ctx: Context = site.staff) =>
    neighbours(site.engine, ctx, 'Step', id, query)

  /** Each record of the list stands between those that the list shows beside it. */
  async function agrees(query: NeighboursQuery, ctx: Context = site.staff): Promise<string[]> {
    const ids = await idsOf('Step', { ...query, limit_page_length: 500 }, ctx)
    for (const [at, id] of ids.entries()) {
      const expected = { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, position: at + 1, count: ids.length }
      expect([id, await beside(id, query, ctx)]).toEqual([id, expected])
    }
    return ids
  }

  beforeAll(async () => {
    await define(
      'Step',
      [
        { fieldname: 'name' },
        { fieldname: 'n', fieldtype: 'Int' },
        { fieldname: 'price', fieldtype: 'Float' },
        { fieldname: 'day', fieldtype: 'Date' },
        { fieldname: 'state', fieldtype: 'Select', options: 'Open\nDone', in_standard_filter: 1 },
        { fieldname: 'pay', fieldtype: 'Int', permlevel: 1 },
        { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
      ],
      {
        title_field: 'name',
        ...{ sort_field: 'modified', sort_order: 'DESC' },
        permissions: [
          { role: 'Staff', ...everything },
          { role: 'System Manager', ...everything },
        ],
      },
    )
    const values = [
      { name: 'עץ', n: 3, price: 0.1, day: '2026-01-02', state: 'Open' },
      { name: 'Ash', n: 1, state: 'Done', rows: [{ title: 'leaf' }] },
      { name: 'ash', n: 3, price: -2.5, day: '2026-01-01', state: 'Open' },
      { name: 'Beech', state: 'Open', price: 0.1 },
      { n: -7, day: '2026-01-02', state: 'Done' },
      { name: 'Oak', n: 3 },
    ]
    for (const [at, body] of values.entries()) {
      await create('Step', { id: `s${at}`, ...body }, at % 2 === 0 ? site.staff : site.manager)
    }
  })

  describe('the records beside one', () => {
    it.each([
      undefined,
      'name',
      'name desc',
      'n',
      'n desc',
      'price desc',
      'day',
      'id desc',
      'creation',
      'state, n desc',
      'state desc, day desc, name',
      'n, id desc',
    ])('are those of the list by %s', async (order_by) => {
      expect(await agrees({ ...(order_by && { order_by }) })).toHaveLength(6)
    })

    it('are those that fit the filters and the search', async () => {
      expect(await agrees({ filters: { state: 'Open' }, order_by: 'n' })).toHaveLength(3)
      expect(await agrees({ or_filters: { n: 3, state: 'Done' } })).toHaveLength(5)
      expect(await agrees({ filters: { 'rows.title': 'leaf' } })).toEqual(['s1'])
      expect(await agrees({ search: 'ash', order_by: 'id desc' })).toEqual(['s2', 's1'])
      // Typed on the Hebrew layout, as the list finds it, too.
      expect(await agrees({ search: 'gm' })).toEqual(['s0'])
    })

    it('are null for a record that is not in the list', async () => {
      const query = { filters: { state: 'Open' } }
      expect(await beside('s1', query)).toEqual({ ...alone, count: 3 })
      expect(await beside('nothing', query)).toEqual({ ...alone, count: 3 })
    })

    it('count nothing when asked so', async () => {
      const { previous, next } = await beside('s3', { order_by: 'id' })
      const uncounted = await beside('s3', { order_by: 'id', isCounted: false })
      expect(uncounted).toEqual({ previous, next, position: null, count: null })
    })

    it('move when a record is changed, added or deleted', async () => {
      await create('Step', { id: 's25', n: 99 })
      expect(await beside('s25', { order_by: 'id' })).toMatchObject({
        previous: 's2',
        next: 's3',
        position: 4,
        count: 7,
      })
      await updateRecord(site.engine, site.staff, 'Step', 's25', { name: 'Zelkova' })
      const [last] = (await idsOf('Step', { order_by: 'name', limit_page_length: 500 })).slice(-2)
      expect(await beside('s25', { order_by: 'name desc' })).toMatchObject({ position: last === 's25' ? 2 : 1 })
      await deleteRecord(site.engine, site.manager, 'Step', 's25')
      expect(await beside('s2', { order_by: 'id' })).toMatchObject({ next: 's3', position: 3, count: 6 })
    })

    it('are refused as the list refuses', async () => {
      const refused: [NeighboursQuery, Context, number][] = [
        [{ filters: { nope: 1 } }, site.staff, 417],
        [{ filters: { pay: 1 } }, site.staff, 417],
        [{ order_by: 'pay' }, site.staff, 417],
        [{ order_by: 'n; drop table' }, site.staff, 417],
        [{}, site.nobody, 403],
      ]
      for (const [query, ctx, status] of refused) expect((await refusal(beside('s1', query, ctx))).status).toBe(status)
      expect((await refusal(neighbours(site.engine, site.staff, 'Nothing', 's1', {}))).status).toBe(404)
      expect((await refusal(neighbours(site.engine, site.staff, 'Task Item', 's1', {}))).status).toBe(417)
    })
  })
})
