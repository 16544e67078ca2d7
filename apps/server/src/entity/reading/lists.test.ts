import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { refusal } from '../testing.ts'
import { thingTests } from '../testing-lists.ts'

eachStore((open) => {
  const { site, list, create, define, idsOf } = thingTests(open)

  describe('fields', () => {
    it('are those of the list by default, and always include the id', async () => {
      const plain = await list('Thing', { filters: { id: 'a' } })
      expect(Object.keys(plain.data[0] as object).toSorted()).toEqual(['id', 'modified', 'name'])
      expect(plain.field_info.map((field) => field.fieldname)).toEqual(['name'])
      expect(plain.title_field).toBe('id')
      for (const fields of [['n', 'owner'], 'n , owner']) {
        const answer = await list('Thing', { fields })
        expect(Object.keys(answer.data[0] as object).toSorted()).toEqual(['_link_titles', 'id', 'n', 'owner'])
        expect(answer.field_info.map((field) => field.fieldname)).toEqual(['n', 'owner'])
      }
      expect((await list('Thing', { fields: ['id', 'n'] })).field_info.map((field) => field.fieldname)).toEqual([
        ...['id', 'n'],
      ])
    })

    it('"*" means all but secrets and tables', async () => {
      const [row] = (await list('Thing', { fields: ['*'] })).data
      expect(row).toHaveProperty('words')
      expect(row).not.toHaveProperty('code')
      expect(row).not.toHaveProperty('rows')
    })

    it.each([['code'], ['rows'], ['nope'], ['n as m'], ['count(*)'], ['to.name'], ['"n"'], [{ n: 1 }], [[{}]], [5]])(
      'refuses %j',
      async (fields) => {
        expect((await refusal(list('Thing', { fields: fields as string }))).status).toBe(417)
      },
    )
  })

  describe('order', () => {
    const ordered = (order_by: string) => idsOf('Thing', { order_by })

    it('puts blanks first when ascending and last when descending', async () => {
      expect(await ordered('status')).toEqual(['C', 'b', 'a', 'd'])
      expect(await ordered('status desc')).toEqual(['a', 'd', 'b', 'C'])
      expect(await ordered('name')).toEqual(['d', 'a', 'b', 'C'])
      expect(await ordered('at desc')).toEqual(['b', 'a', 'C', 'd'])
    })

    it('sorts numbers and dates by value, text by its folding, and by several names', async () => {
      expect(await ordered('n')).toEqual(['C', 'a', 'b', 'd'])
      expect(await ordered('f desc')).toEqual(['a', 'C', 'd', 'b'])
      expect(await ordered('id desc')).toEqual(['d', 'C', 'b', 'a'])
      expect(await ordered('day DESC , n Asc')).toEqual(['b', 'a', 'C', 'd'])
      expect(await ordered('status,n desc')).toEqual(['C', 'b', 'd', 'a'])
    })

    it.each([
      ['nope'],
      ['name;drop table x'],
      ['name desc nulls last'],
      ['name,'],
      ['1'],
      ['c_name'],
      ['code'],
      ['rows'],
      ['open_communications'],
      ['n,f,ok,day,at'],
      ['lower(name)'],
      ['"name"'],
      ['name -- x'],
    ])('refuses %s', async (order_by) => {
      const problem = await refusal(list('Thing', { order_by }))
      expect([problem.status, problem.detail.text]).toEqual([417, 'Sorting by {0} is not allowed'])
    })
  })

  describe('pages', () => {
    beforeAll(async () => {
      await define('Page', [{ fieldname: 'n', fieldtype: 'Int' }], { sort_field: 'n' })
      for (let i = 0; i < 60; i++) await create('Page', { id: `p${i}`, n: i % 3 })
    })

    it('never overlap and miss nothing, in any order', async () => {
      for (const order_by of ['n', 'n desc', 'modified', 'owner', 'id desc']) {
        const seen: string[] = []
        for (let limit_start = 0; limit_start < 60; limit_start += 7) {
          seen.push(...(await idsOf('Page', { order_by, limit_start, limit_page_length: 7 })))
        }
        expect([order_by, new Set(seen).size, seen.length]).toEqual([order_by, 60, 60])
      }
    })

    it('have 20 records by default and 500 at most, and state their size', async () => {
      const length = async (limit_page_length: unknown) =>
        (await list('Page', { limit_page_length: limit_page_length as number })).limit_page_length
      expect([
        await length(undefined),
        await length(''),
        await length(0),
        await length('7'),
        await length(501),
      ]).toEqual([...[20, 20, 500, 7, 500]])
      const beyond = await list('Page', { limit_start: 1000 })
      expect([beyond.data, beyond.count, beyond.limit_start]).toEqual([[], 60, 1000])
      expect((await list('Page', { limit_start: 9e15 })).data).toEqual([])
    })

    it.each([[-1], ['x'], [1.5], [[1]], [true], [1e300], ['1;2'], [{}]])('refuse %j', async (value) => {
      for (const name of ['limit_start', 'limit_page_length']) {
        expect((await refusal(list('Page', { [name]: value }))).status).toBe(417)
      }
    })
  })

  it('a list of settings contains their single record', async () => {
    const answer = await list('System Settings', { fields: ['time_zone'] }, site.manager)
    expect([answer.count, answer.data]).toMatchObject([1, [{ id: 'System Settings', time_zone: expect.anything() }]])
  })
})
