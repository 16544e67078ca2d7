import { limits } from '@tavla/contract'
import { expect, test } from 'vitest'
import { queryString } from '../query-string.ts'
import { countQuery, exportQuery, idsQuery, pageQuery, selectedTarget, summaryQuery } from './list-query.ts'
import { searchable } from './search.ts'
import { initialState } from './state.ts'

test.each(['א'.repeat(300), '😀'.repeat(1_000_000), ` ${'😀'.repeat(200)}`])(
  'a search takes as many characters as the server does, and cuts none in half (%#)',
  (typed) => {
    const { search = '' } = pageQuery({ ...initialState('Task'), searchText: searchable(typed) }, 0, 20)
    expect(search.length).toBeGreaterThan(limits.searchLength - 3)
    expect(search.length).toBeLessThanOrEqual(limits.searchLength)
    expect(search.isWellFormed()).toBe(true)
  },
)

test('rows, their count, sums, an export and a bulk change are of the records that the search box finds', () => {
  const state = { ...initialState('Task'), searchText: ' שָׁלוֹם ', filters: { status: 'Open' }, isAllSelected: true }
  const asked = [
    pageQuery(state, 0, 20),
    idsQuery(state, ['a']),
    countQuery(state),
    summaryQuery(state, { aggregates: ['sum:hours'] }),
    exportQuery(state, 'shown'),
    selectedTarget(state),
  ]
  expect(asked.map((query) => 'search' in query && query.search)).toEqual(asked.map(() => 'שָׁלוֹם'))
  expect(exportQuery(state, 'all')).not.toHaveProperty('search')
})

test('a request takes only as many long ids as an address holds', () => {
  const ids = Array.from({ length: 500 }, (_, index) => `${'ש'.repeat(120)}${index}`)
  expect(queryString({ ...idsQuery(initialState('Task'), ids) }).length).toBeLessThan(limits.urlLength)
})

test("the scope of a screen narrows every query, in addition to the person's filters", () => {
  const scope = { type: ['=', 'Settings'] } as const
  expect(pageQuery({ ...initialState('Entity'), scope, filters: { module: 'Core' } }, 0, 20).filters).toEqual({
    module: 'Core',
    type: ['=', 'Settings'],
  })
  expect(idsQuery({ ...initialState('Entity'), scope, filters: { type: 'Table' } }, ['A']).filters).toEqual({
    type: [
      ['=', 'Table'],
      ['=', 'Settings'],
    ],
    id: ['in', ['A']],
  })
})
