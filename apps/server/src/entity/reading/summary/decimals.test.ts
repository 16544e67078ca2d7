import { expect, test } from 'vitest'
import { decimalOf, mean, plus, textOf, times, zero } from './decimals.ts'

test.each([
  [0, '0'],
  [-2.5, '-2.5'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-0.001, '-0.001'],
  [9007000000000000, '9007000000000000'],
])('%d is written %s', (number, text) => {
  expect(textOf(decimalOf(number))).toBe(text)
})

test('sums are those of the texts, where doubles would round', () => {
  expect(textOf([0.1, 0.2, 0.7].map(decimalOf).reduce(plus, zero))).toBe('1')
  expect(textOf(plus(decimalOf(9e15), decimalOf(0.01)))).toBe('9000000000000000.01')
  expect(textOf(plus(decimalOf(-1), decimalOf(0.25)))).toBe('-0.75')
  expect(textOf(times(decimalOf(0.1), 3))).toBe('0.3')
})

test.each([
  [1, 3, '0.333333'],
  [2, 3, '0.666667'],
  [-2, 3, '-0.666667'],
  [0.000001, 2, '0.000001'],
  [7, 2, '3.5'],
  [1.23456789, 1, '1.234568'],
])('the mean of %d over %d is %s', (sum, count, text) => {
  expect(textOf(mean(decimalOf(sum), count, 6))).toBe(text)
})
