import { limits, type Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { queryString } from '../query-string.ts'
import { setFieldFacts } from './field-facts.ts'
import { idsQuery, pageQuery } from './list-query.ts'
import { searchFilters } from './search.ts'
import { type EntityState, initialState } from './state.ts'

setFieldFacts((type) => (type === 'Data' ? { isSearched: true } : {}))

const manyFields = Array.from({ length: 60 }, (_, index) => ({ fieldname: `text_field_${index}`, fieldtype: 'Data' }))
const meta = {
  doc_meta: { title_field: 'text_field_30', image_field: null, search_fields: ['text_field_40'], fields: manyFields },
} as unknown as Meta
const stateOf = (text: string): EntityState => ({ ...initialState('Task'), orFilters: searchFilters(meta, text) })
const conditions = (query: { or_filters?: unknown }) => Object.keys(query.or_filters ?? {})

test('a short search covers as many fields as one request may have', () => {
  expect(conditions(pageQuery(stateOf('call'), 0, 20))).toHaveLength(limits.filterConditions)
})

test.each(['א'.repeat(200), '😀'.repeat(1_000_000), '%'.repeat(140)])(
  'a long search fits into an address (%#)',
  (text) => {
    const query = pageQuery(stateOf(text), 0, 20)
    expect(queryString({ ...query }).length).toBeLessThan(limits.urlLength - 1000)
    expect(conditions(query).slice(0, 3)).toEqual(['id', 'text_field_30', 'text_field_40'])
  },
)

test('a search takes 140 letters and cuts no character in half', () => {
  const [, pattern] = searchFilters(meta, '😀'.repeat(200)).id as [string, string]
  expect(pattern).toBe(`%${'😀'.repeat(140)}%`)
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
