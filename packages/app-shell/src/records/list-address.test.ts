import { expect, test } from 'vitest'
import { readListAddress, writeListAddress } from './list-address.ts'

const asItComes = { searchText: '', filters: {}, orderBy: '', listFields: [], layout: 'List' as const }

test('a link can carry a search and filters', () => {
  const list = { ...asItComes, searchText: ' שטרודל & co ', filters: { status: 'Open', is_billable: 0 } }
  expect(readListAddress(writeListAddress(list, 'List'))).toEqual({
    search: 'שטרודל & co',
    filters: { status: 'Open', is_billable: 0 },
  })
})

test('a copied address shows the same order, fields and layout', () => {
  const list = { ...asItComes, orderBy: 'due_date asc', listFields: ['status', 'due_date'], layout: 'Tiles' as const }
  expect(readListAddress(writeListAddress(list, 'List'))).toEqual({
    display: { orderBy: 'due_date asc', listFields: ['status', 'due_date'], layout: 'Tiles' },
  })
  expect(readListAddress('?layout=List')).toEqual({ display: { orderBy: '', listFields: [], layout: 'List' } })
})

test('a list with default settings has a bare address', () => {
  expect(writeListAddress({ ...asItComes, searchText: '  ' }, 'List')).toBe('')
  expect(writeListAddress({ ...asItComes, layout: 'Tiles' }, 'Tiles')).toBe('')
  expect(readListAddress('')).toEqual({})
})

test('invalid parts of an address are ignored', () => {
  expect(readListAddress('?filters=%7Bbroken&other=1')).toEqual({})
  expect(readListAddress('?filters=%5B1%5D')).toEqual({})
})
