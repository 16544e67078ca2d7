import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { isFilterable } from '../index.ts'
import { refusal } from '../testing.ts'
import { listTests } from '../testing-lists.ts'

const everything = { read: 1, write: 1, create: 1, delete: 1 }

eachStore((open) => {
  const { site, list, create, define, idsOf } = listTests(open)
  const found = (filters: unknown, more: object = {}) => idsOf('Basket', { filters, ...more })

  beforeAll(async () => {
    await define('Fruit', [{ fieldname: 'name' }])
    for (const id of ['apple', 'pear', 'plum']) await create('Fruit', { id, name: id })
    await define(
      'Basket Line',
      [
        { fieldname: 'fruit', fieldtype: 'Link', options: 'Fruit' },
        { fieldname: 'pieces', fieldtype: 'Int' },
        { fieldname: 'word' },
        { fieldname: 'pay', fieldtype: 'Int', permlevel: 1 },
        { fieldname: 'code', fieldtype: 'Password' },
      ],
      { type: 'Table', naming_rule: undefined },
    )
    await define(
      'Basket',
      [
        { fieldname: 'name' },
        { fieldname: 'lines', fieldtype: 'Table', options: 'Basket Line' },
        { fieldname: 'gifts', fieldtype: 'Table', options: 'Basket Line' },
        { fieldname: 'hidden', fieldtype: 'Table', options: 'Basket Line', permlevel: 1 },
      ],
      {
        permissions: [
          { role: 'Staff', ...everything },
          { role: 'System Manager', ...everything },
          { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
        ],
      },
    )
    const baskets = {
      a: {
        lines: [
          { fruit: 'apple', pieces: 1, pay: 7 },
          { fruit: 'pear', pieces: 5 },
        ],
      },
      b: { lines: [{ fruit: 'apple', pieces: 9, word: 'שלום' }], gifts: [{ fruit: 'plum' }] },
      c: { lines: [{ word: 'Loose' }] },
      d: {},
    }
    for (const [id, body] of Object.entries(baskets)) await create('Basket', { id, name: id, ...body })
  })

  const cases: [string, unknown, string[]][] = [
    ['some row is so', { 'lines.fruit': 'apple' }, ['a', 'b']],
    ['rows of another table of the entity are others', { 'gifts.fruit': 'apple' }, []],
    ['some row is another', { 'lines.fruit': ['!=', 'apple'] }, ['a', 'c']],
    ['some row is blank', { 'lines.fruit': '' }, ['c']],
    ['a number', { 'lines.pieces': ['>', 4] }, ['a', 'b']],
    ['a list', { 'lines.fruit': ['in', ['pear', 'plum']] }, ['a']],
    ['a text', { 'lines.word': ['contains', 'שלום'] }, ['b']],
    ['a pattern', { 'lines.word': ['like', 'loo%'] }, ['c']],
    ['set', { 'lines.fruit': ['is', 'set'] }, ['a', 'b']],
    ['not set: no row, or none in which it is set', { 'lines.fruit': ['is', 'not set'] }, ['c', 'd']],
    [
      'each condition holds for itself',
      [
        ['lines.fruit', '=', 'apple'],
        ['lines.pieces', '=', 5],
      ],
      ['a'],
    ],
    ['in a group', { or: [['gifts.fruit', '=', 'plum'], { not: ['lines.fruit', 'is', 'set'] }] }, ['b', 'c', 'd']],
    ['beside a condition on the record', { name: ['>', 'a'], 'lines.fruit': 'apple' }, ['b']],
  ]

  describe('filters on the rows of a table', () => {
    it.each(cases)('%s', async (_, filters, expected) => {
      expect(await found(filters)).toEqual(expected)
      expect((await list('Basket', { filters })).count).toBe(expected.length)
    })

    it('are joined with the others, and found by a search, too', async () => {
      expect(await found({}, { or_filters: { 'gifts.fruit': 'plum', name: 'd' } })).toEqual(['b', 'd'])
      expect(await found({ 'lines.fruit': 'apple' }, { search: 'b' })).toEqual(['b'])
    })

    it.each([
      ['an unknown table', 'nowhere.fruit'],
      ['an unknown field', 'lines.taste'],
      ['a field of a linked record', 'lines.fruit.name'],
      ['a secret', 'lines.code'],
      ['a column', 'lines.parent'],
      ['a field that the caller may not read', 'lines.pay'],
      ['a table that the caller may not read', 'hidden.fruit'],
      ['SQL', 'lines.fruit = 1 or 1'],
    ])('%s is refused', async (_, name) => {
      for (const query of [{ filters: { [name]: 1 } }, { or_filters: { [name]: ['is', 'set'] } }]) {
        const problem = await refusal(list('Basket', query))
        expect([problem.status, problem.detail.text]).toEqual([417, 'Unknown field: {0}'])
      }
      expect(isFilterable(site.engine, site.staff, 'Basket')(name)).toBe(false)
    })

    it('see what the caller may read of the rows', async () => {
      expect(await idsOf('Basket', { filters: { 'lines.pay': 7 } }, site.manager)).toEqual(['a'])
      expect(await idsOf('Basket', { filters: { 'hidden.fruit': ['is', 'not set'] } }, site.manager)).toHaveLength(4)
      expect(isFilterable(site.engine, site.staff, 'Basket')('lines.fruit')).toBe(true)
    })

    it('are three at most, and sort nothing', async () => {
      const many = (count: number) => Array.from({ length: count }, () => ['lines.fruit', '=', 'apple'])
      expect(await found(many(3))).toEqual(['a', 'b'])
      const query = { filters: many(2), or_filters: many(2) }
      for (const one of [{ filters: many(4) }, query, { order_by: 'lines.fruit' }, { fields: ['lines.fruit'] }]) {
        expect((await refusal(list('Basket', one))).status).toBe(417)
      }
    })
  })
})
