import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { refusal } from '../testing.ts'
import { thingTests } from '../testing-lists.ts'

eachStore((open) => {
  const { list, found } = thingTests(open)

  describe('filters', () => {
    const cases: [string, unknown, string[]][] = [
      ['equality', { status: 'Open' }, ['a', 'd']],
      ['equality is exact about case', { name: 'MÜNSTER' }, []],
      ['an operator and a value', { n: ['>', 1] }, ['b', 'd']],
      [
        'two conditions on one field',
        {
          n: [
            ['>=', 1],
            ['<', 10],
          ],
        },
        ['a', 'b'],
      ],
      [
        'the list form, with and without the entity',
        [
          ['n', '>=', 1],
          ['Thing', 'status', '=', 'Open'],
        ],
        ['a', 'd'],
      ],
      ['operators in any case and spacing', [['name', ' NOT   Like ', '%ünster%']], ['C', 'd']],
      ['!= lets rows without a value through', { status: ['!=', 'Open'] }, ['b', 'C']],
      ['equal to nothing', { status: null }, ['C']],
      ['equal to blank', { status: '' }, ['C']],
      ['not equal to nothing', { status: ['!=', ''] }, ['a', 'b', 'd']],
      ['set', { status: ['is', 'set'] }, ['a', 'b', 'd']],
      ['not set', { status: ['IS', 'not set'] }, ['C']],
      ['like ignores case', { name: ['like', '%münster%'] }, ['a', 'b']],
      ['like without % is the whole text', { name: ['like', 'MÜNSTER'] }, ['a']],
      ['one character', { name: ['like', 'm_nster'] }, ['a']],
      ['Hebrew', { name: ['like', '%עול%'] }, ['C']],
      ['an escaped percent sign', { words: ['like', '%100\\% s%'] }, ['C']],
      ['an escaped underscore', { words: ['like', '%e\\_t%'] }, ['C']],
      ['an escaped underscore is no wildcard', { words: ['like', '%0\\_%'] }, []],
      ['an escaped backslash', { words: ['like', '%\\\\ he%'] }, ['C']],
      ['a pattern that ends in a backslash', { words: ['like', '%here\\'] }, []],
      ['not like lets rows without a value through', { name: ['not like', '%West'] }, ['a', 'C', 'd']],
      ['nothing is like blank', { name: ['like', ''] }, []],
      ['the id, ignoring case', { id: ['like', 'c'] }, ['C']],
      ['a number', { n: ['like', '1%'] }, ['a', 'd']],
      ['one of a list', { status: ['in', ['Open', 'Never']] }, ['a', 'd']],
      ['one of comma text', { status: ['in', 'Open, Done'] }, ['a', 'b', 'd']],
      ['one of a list with a blank', { status: ['in', ['Done', '']] }, ['b', 'C']],
      ['one of none is nothing', { status: ['in', []] }, []],
      ['one of blank comma text is nothing', { status: ['in', ''] }, []],
      ['one of the number none is nothing', { n: ['in', []] }, []],
      ['none of a list', { status: ['not in', ['Open']] }, ['b', 'C']],
      ['none of a list with a blank', { status: ['not in', ['Open', null]] }, ['b']],
      ['none of none is everything', { status: ['not in', []] }, ['a', 'b', 'C', 'd']],
      ['numbers of a list', { n: ['in', ['1', 10]] }, ['a', 'd']],
      ['decimals of a list', { f: ['in', [1.5, '-2']] }, ['a', 'b']],
      ['between', { n: ['between', [1, 2]] }, ['a', 'b']],
      ['between fractions', { n: ['between', [0.5, 2.5]] }, ['a', 'b']],
      ['above a fraction', { n: ['>', 1.5] }, ['b', 'd']],
      ['at least a fraction', { n: ['>=', 1.5] }, ['b', 'd']],
      ['below a fraction', { n: ['<', 1.5] }, ['a', 'C']],
      ['at most a fraction', { n: ['<=', -2.5] }, ['C']],
      ['above every number', { n: ['>', 1e300] }, []],
      ['below one greater than every number', { n: ['<', '1e300'] }, ['a', 'b', 'C', 'd']],
      ['other than what no number is', { n: ['!=', 1e19] }, ['a', 'b', 'C', 'd']],
      ['a decimal', { f: ['<', 0.3] }, ['b', 'C', 'd']],
      ['a flag', { ok: true }, ['a']],
      ['a flag that is not', { ok: '0' }, ['b', 'C', 'd']],
      ['a date', { day: '2026-01-05' }, ['a']],
      ['rows without a date are neither before nor after', { day: ['<', '9999-12-31'] }, ['a', 'b']],
      ['days to the end of the last', { at: ['between', ['2026-01-05', '2026-01-05']] }, ['a']],
      ['datetimes as entered', { at: ['>=', '2026-01-06T00:00'] }, ['b']],
      ['datetimes with an offset', { at: '2026-01-05T21:30:00Z' }, ['a']],
      ['text in order of its folding', { name: ['>', 'münster'] }, ['b', 'C']],
      ['a link', { to: 'a' }, ['C']],
      ['system names', { owner: 'Administrator', modified: ['>', '2020-01-01'] }, ['a', 'b', 'C', 'd']],
      ['a NUL matches nothing harmful', { name: ['like', '%\0West%'] }, ['b']],
      ['half a surrogate pair', { name: ['=', '\ud800'] }, []],
      ['nothing asked', {}, ['a', 'b', 'C', 'd']],
    ]

    it.each(cases)('%s', async (_, filters, expected) => {
      expect(await found(filters)).toEqual(expected)
      expect((await list('Thing', { filters })).count).toBe(expected.length)
    })

    it('or_filters are joined with OR, and with the filters by AND', async () => {
      const or_filters = { name: ['like', '%west%'], n: -3 }
      expect(await found({}, { or_filters })).toEqual(['b', 'C'])
      expect(await found({ status: 'Done' }, { or_filters })).toEqual(['b'])
      expect(await found({ status: 'Done' }, { or_filters: {} })).toEqual(['b'])
      expect(await found({}, { or_filters: { status: ['in', []] } })).toEqual([])
      expect(await found({}, { or_filters: { name: ['like', '%nster%'], words: ['like', '%sure%'] } })).toEqual([
        ...['a', 'b', 'C'],
      ])
    })

    const many = (n: number) => Array.from({ length: n }, () => ['n', '=', 1])
    const refused: [string, unknown, string][] = [
      ['an unknown field', { nope: 1 }, 'Unknown field: {0}'],
      ['a key of every object', { constructor: 1 }, 'Unknown field: {0}'],
      ['a column', { c_name: 1 }, 'Unknown field: {0}'],
      ['SQL', { 'name = 1 or 1': 1 }, 'Unknown field: {0}'],
      ['a field of a linked record', { 'to.name': 1 }, 'Unknown field: {0}'],
      ['a secret', { code: ['is', 'set'] }, 'Unknown field: {0}'],
      ['a table', { rows: ['is', 'set'] }, 'Unknown field: {0}'],
      ['badges where there are none', { open_communications: ['>', 0] }, 'Unknown field: {0}'],
      ['an unknown operator', { n: ['regexp', 1] }, 'Unknown filter operator: {0}'],
      ['an operator of SQL', [['n', '= 1 or', 1]], 'Unknown filter operator: {0}'],
      ['a value that is no number', { n: 'many' }, 'The filter value for {0} is not valid'],
      ['a fraction that no whole number equals', { n: 1.5 }, 'The filter value for {0} is not valid'],
      ['infinity', { n: ['<', Number.POSITIVE_INFINITY] }, 'The filter value for {0} is not valid'],
      ['a value that is no date', { day: ['>', '2026-02-30'] }, 'The filter value for {0} is not valid'],
      ['an object', { name: { $ne: null } }, 'The filter value for {0} is not valid'],
      ['an object in a pair', { name: ['=', { a: 1 }] }, 'The filter value for {0} is not valid'],
      ['a list where one value belongs', { name: ['=', ['a', 'b']] }, 'The filter value for {0} is not valid'],
      ['a list of three', { n: ['>', 1, 2] }, 'The filter value for {0} is not valid'],
      ['between one', { n: ['between', [1]] }, 'The filter value for {0} is not valid'],
      ['between nothing', { n: ['between', [null, 1]] }, 'The filter value for {0} is not valid'],
      ['is perhaps', { n: ['is', 'perhaps'] }, 'The filter value for {0} is not valid'],
      ['one of a number', { n: ['in', 5] }, 'The filter value for {0} is not valid'],
      ['one of nested lists', { name: ['in', [['a']]] }, 'The filter value for {0} is not valid'],
      ['text', 'name = 1', 'The filter value for {0} is not valid'],
      ['a flat triple', ['n', '=', 1], 'The filter value for {0} is not valid'],
      ['a mixture of forms', [['n', '=', 1], { n: 1 }], 'The filter value for {0} is not valid'],
      ['another entity', [['Task', 'n', '=', 1]], 'The filter value for {0} is not valid'],
      ['51 conditions', many(51), 'The filter value for {0} is not valid'],
      ['501 items', { n: ['in', Array(501).fill(1)] }, 'The filter value for {0} is not valid'],
      ['an endless pattern', { name: ['like', 'x'.repeat(60_000)] }, 'The filter value for {0} is not valid'],
    ]

    it.each(refused)('refuses %s', async (_, filters, message) => {
      for (const query of [{ filters }, { or_filters: filters }]) {
        const problem = await refusal(list('Thing', query))
        expect([problem.status, problem.type, problem.detail.text]).toEqual([417, 'InvalidFilterError', message])
      }
    })

    it('accepts 50 conditions and 500 items', async () => {
      expect(await found(many(50))).toEqual(['a'])
      expect(await found({ n: ['in', Array(500).fill(2)] })).toEqual(['b'])
    })
  })
})
