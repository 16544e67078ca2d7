import { expect, test } from 'vitest'
import { parseInteger, parseNumber } from './parse-number.ts'

const rule = { fieldname: 'points', label: 'Points', fieldtype: 'Int', options: null }
const tooLarge = { problem: { text: 'The number in {0} is too large', args: [{ translate: 'Points' }] } }

test.each([
  ['12', 12],
  [' -0.5 ', -0.5],
  ['1e3', 1000],
  ['.5', 0.5],
  ['5.', 5],
  [true, 1],
  ['0x10', 0],
  ['1,000', 0],
  ['12abc', 0],
  ['Infinity', 0],
  ['', 0],
  [[5], 0],
])('%j is the number %d', (value, expected) => {
  expect(parseNumber(value, rule)).toEqual({ value: expected })
})

test('whole numbers are truncated toward zero', () => {
  expect([7.9, -7.9, '2.5e1'].map((value) => parseInteger(value, rule))).toEqual([
    { value: 7 },
    { value: -7 },
    { value: 25 },
  ])
})

test('numbers that are too large to be exact are refused, positive and negative', () => {
  expect(parseNumber(9.007e15, rule)).toEqual({ value: 9.007e15 })
  expect([9.0071e15, -9.0071e15, '1e400'].map((value) => parseInteger(value, rule))).toEqual([
    tooLarge,
    tooLarge,
    tooLarge,
  ])
})
