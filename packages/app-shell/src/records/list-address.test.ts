import { expect, test } from 'vitest'
import { readListAddress, writeListAddress } from './list-address.ts'

test('a search and filters can be sent as a link', () => {
  const list = { searchText: ' שטרודל & co ', filters: { status: 'Open', is_billable: 0 } }
  expect(readListAddress(writeListAddress(list))).toEqual({
    search: 'שטרודל & co',
    filters: { status: 'Open', is_billable: 0 },
  })
})

test('a list as it comes has a bare address', () => {
  expect(writeListAddress({ searchText: '  ', filters: {} })).toBe('')
  expect(readListAddress('')).toEqual({})
})

test('an address that makes no sense is passed over', () => {
  expect(readListAddress('?filters=%7Bbroken&other=1')).toEqual({})
  expect(readListAddress('?filters=%5B1%5D')).toEqual({})
})
