import { expect, test } from 'vitest'
import { placeInOrder } from './place-in-order.ts'

const rows = [
  { id: 'a', total: 10, name: 'Adi', due: '2026-01-01' },
  { id: 'b', total: 20, name: 'noa', due: '2026-02-01' },
]

test('a saved record becomes the one that was changed last', () => {
  expect(placeInOrder(rows, { id: 'c' }, { fieldname: 'modified', direction: 'desc' })).toBe(0)
  expect(placeInOrder(rows, { id: 'c' }, { fieldname: 'modified', direction: 'asc' })).toBe(2)
})

test('numbers, days and texts find their place in either direction', () => {
  expect(placeInOrder(rows, { id: 'c', total: 15 }, { fieldname: 'total', direction: 'asc' })).toBe(1)
  expect(placeInOrder(rows.toReversed(), { id: 'c', total: 5 }, { fieldname: 'total', direction: 'desc' })).toBe(2)
  expect(placeInOrder(rows, { id: 'c', due: '2025-12-31' }, { fieldname: 'due', direction: 'asc' })).toBe(0)
  expect(placeInOrder(rows, { id: 'c', name: 'Moshe' }, { fieldname: 'name', direction: 'asc' })).toBe(1)
  expect(placeInOrder([], { id: 'c' }, { fieldname: 'name', direction: 'asc' })).toBe(0)
})
