import { expect, test } from 'vitest'
import { parseDuration } from './duration-text.ts'
import {
  currencyDigits,
  formatAmount,
  formatNumber,
  formatWhole,
  fractionDigits,
  isLongWhole,
  numberText,
  parseNumber,
  parseWhole,
} from './number-text.ts'

test('typed numbers are parsed with and without separators', () => {
  expect(parseNumber('1,234.50')).toBe(1234.5)
  expect(parseNumber(' -.5 ')).toBe(-0.5)
  expect(parseNumber('\u200e\u22127')).toBe(-7)
  expect(parseWhole('-3.9')).toBe(-3)
})

test('a decimal comma does not count as a thousands separator', () => {
  expect(parseNumber('12,5')).toBe(12.5)
  expect(parseNumber('-0,75')).toBe(-0.75)
  expect(parseNumber('12,500')).toBe(12_500)
  expect(parseNumber('1,234,567.8')).toBe(1_234_567.8)
  for (const text of ['1.234,56', '1,23,4', '1,2345,678', ',']) expect(parseNumber(text)).toBeNull()
})

test('a text that is no number is refused, never guessed', () => {
  for (const text of ['', 'abc', '1.2.3', '12px', '0x10', '-', 'Infinity']) expect(parseNumber(text)).toBeNull()
})

test('no number that a person typed is rounded on screen', () => {
  expect(formatNumber(1234567.8901234, 'en')).toBe('1,234,567.8901234')
  expect(formatNumber(0.1 + 0.2, 'en')).toBe('0.3')
  expect(formatNumber(9007199254740991, 'en')).toBe('9,007,199,254,740,991')
  expect(numberText(1e6)).toBe('1000000')
})

test('the points of a column stand under each other', () => {
  const column = [3, 10.25, 0.1 + 0.2, null]
  const digits = Math.max(...column.map(fractionDigits))
  expect(column.map((value) => formatNumber(value, 'he', digits))).toEqual(['3.00', '10.25', '0.30', '0.00'])
})

test('amounts of one currency have the same number of digits', () => {
  expect(formatAmount(1200.5, 'he', 2)).toBe('1,200.50')
  expect(formatAmount(1200, 'he', 2)).toBe('1,200.00')
  expect(formatAmount(33.333333333, 'en', 2)).toBe('33.33')
  expect(formatAmount(-1999.6, 'en', 0)).toBe('-2,000')
  expect(['ILS', 'USD', 'JPY', 'no code'].map(currencyDigits)).toEqual([2, 2, 0, 2])
})

test('a duration may be typed as seconds, a clock or parts', () => {
  expect(parseDuration('90')).toBe(90)
  expect(parseDuration('1:30')).toBe(5400)
  expect(parseDuration('0:00:07')).toBe(7)
  expect(parseDuration('1d 2h 3m 4s')).toBe(93_784)
  expect(parseDuration('1.5h')).toBe(5400)
  expect(parseDuration('2 ש׳ 5 דק׳')).toBe(7500)
  expect(parseDuration('-1h')).toBe(-3600)
})

test('a text that is no duration is refused', () => {
  for (const text of ['', 'soon', '5 apples', '1:99', '1h x']) expect(parseDuration(text)).toBeNull()
})

test('a whole number of four digits, perhaps a year or a port, has no separators; a longer one has', () => {
  expect(formatWhole(8100, 'en')).toBe('8100')
  expect(formatWhole(-2026, 'he')).toContain('2026')
  expect(formatWhole(12500, 'en')).toBe('12,500')
  expect(formatWhole(1250000, 'he')).toBe('1,250,000')
  expect(formatWhole(null, 'en')).toBe('0')
  expect([2026, 8.1e4].some(isLongWhole)).toBe(true)
  expect(formatWhole(8100, 'en', true)).toBe('8,100')
})
