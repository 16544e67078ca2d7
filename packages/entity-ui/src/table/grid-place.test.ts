import { expect, test } from 'vitest'
import { blockOf, placeAfterKey, placeAfterTab } from './grid-place.ts'

const size = { rows: 10, columns: 4, page: 3, isRtl: false }
const after = (key: string, at = { row: 5, column: 1 }, more: Partial<typeof size> & { ctrlKey?: boolean } = {}) =>
  placeAfterKey({ key, ctrlKey: more.ctrlKey ?? false, metaKey: false }, at, { ...size, ...more })

test('arrows follow the screen, in both directions of reading', () => {
  expect(after('ArrowRight')).toEqual({ row: 5, column: 2 })
  expect(after('ArrowRight', undefined, { isRtl: true })).toEqual({ row: 5, column: 0 })
  expect(after('ArrowLeft', { row: 5, column: 0 })).toEqual({ row: 5, column: -1 })
  expect(after('ArrowLeft', { row: 5, column: -1 })).toEqual({ row: 5, column: -1 })
  expect(after('ArrowDown', { row: 9, column: 1 })).toEqual({ row: 9, column: 1 })
  expect(after('ArrowUp', { row: 0, column: 1 })).toEqual({ row: -1, column: 1 })
})

test('Ctrl and the page keys go far', () => {
  expect(after('ArrowRight', undefined, { ctrlKey: true })).toEqual({ row: 5, column: 3 })
  expect(after('ArrowDown', undefined, { ctrlKey: true })).toEqual({ row: 9, column: 1 })
  expect(after('ArrowUp', undefined, { ctrlKey: true })).toEqual({ row: 0, column: 1 })
  expect(after('PageDown')).toEqual({ row: 8, column: 1 })
  expect(after('PageUp', { row: 1, column: 1 })).toEqual({ row: 0, column: 1 })
  expect(after('Home', undefined, { ctrlKey: true })).toEqual({ row: 0, column: 0 })
  expect(after('End')).toEqual({ row: 5, column: 3 })
  expect(after('a')).toBeUndefined()
})

test('Tab goes over the ends of rows, and out at the last cell', () => {
  expect(placeAfterTab({ row: 0, column: 3 }, 1, size)).toEqual({ row: 1, column: 0 })
  expect(placeAfterTab({ row: 1, column: 0 }, -1, size)).toEqual({ row: 0, column: 3 })
  expect(placeAfterTab({ row: 9, column: 3 }, 1, size)).toBeUndefined()
  expect(placeAfterTab({ row: 0, column: 0 }, -1, size)).toBeUndefined()
})

test('a block has its corners in any order', () => {
  expect(blockOf({ row: 4, column: 0 }, { row: 1, column: 2 })).toEqual({ top: 1, bottom: 4, first: 0, last: 2 })
})
