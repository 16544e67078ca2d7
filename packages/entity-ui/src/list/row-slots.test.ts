import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import type { RowFields } from './row-fields.ts'
import { placedFirst, rowSlots } from './row-slots.ts'

const fields = (count: number, pills = 1): RowFields => ({
  title: undefined,
  image: undefined,
  pills: Array.from({ length: pills }, () => ({}) as FieldMeta),
  others: Array.from({ length: count }, () => ({}) as FieldMeta),
  inOrder: [],
  tracks: Array.from({ length: count }, (_, index) => `minmax(4rem, ${index}fr)`).join(' '),
})

test('a narrow list has room for four fields, or for two beside several states', () => {
  expect(rowSlots(390, 60, fields(7))).toMatchObject({ count: 4, perLine: 2 })
  expect(rowSlots(390, 60, fields(7, 2))).toMatchObject({ count: 2, perLine: 2 })
  expect(rowSlots(390, 60, fields(3))).toMatchObject({ count: 3 })
  // If there are enough lines, fields don't share one.
  expect(rowSlots(390, 60, fields(2))).toMatchObject({ count: 2, perLine: 1 })
  expect(rowSlots(390, 60, fields(1, 2))).toMatchObject({ count: 1, perLine: 1 })
})

test('in a narrow list each of a few fields has a whole line, not half of one', () => {
  expect(rowSlots(270, 60, fields(1, 2))).toEqual({
    kind: 'lines',
    count: 1,
    perLine: 1,
    columns: 'repeat(1, minmax(0, 1fr))',
  })
  expect(rowSlots(390, 60, fields(2))).toMatchObject({ count: 2, perLine: 1 })
  expect(rowSlots(390, 60, fields(3))).toMatchObject({ count: 3, perLine: 2 })
  expect(rowSlots(390, 60, fields(2, 2))).toMatchObject({ count: 2, perLine: 2 })
})

test('a wider list has as many fields as fit, and room for the number of the others', () => {
  expect(rowSlots(700, 100, fields(4)).count).toBe(4)
  expect(rowSlots(700, 100, fields(7))).toEqual({
    kind: 'lines',
    count: 4,
    perLine: 4,
    columns: 'repeat(4, minmax(0, 14rem))',
  })
  expect(rowSlots(1000, 60, fields(3)).columns).toBe('minmax(4rem, 0fr) minmax(4rem, 1fr) minmax(4rem, 2fr)')
  expect(rowSlots(1000, 60, fields(20)).count).toBe(9)
})

test('the amount that people look for keeps a place where fields have none', () => {
  const types = ['Link', 'Date', 'Currency', 'Data', 'Currency', 'Check']
  const all = types.map((fieldtype, at) => ({ fieldname: `f${at}`, fieldtype }) as FieldMeta)
  const names = (count: number) => placedFirst(all, count).map(({ fieldname }) => fieldname)
  expect(names(3)).toEqual(['f0', 'f1', 'f4', 'f2', 'f3', 'f5'])
  expect([names(1), names(5)]).toEqual([all.map(({ fieldname }) => fieldname), all.map(({ fieldname }) => fieldname)])
})
