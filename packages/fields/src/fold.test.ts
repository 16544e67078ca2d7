import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['Münster', 'MÜNSTER'],
  ['Mu\u0308nster', 'MÜNSTER'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδοσ', 'οδος'],
  ['İZMİR', 'i\u0307zmi\u0307r'],
  ['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFD')],
  ['ПРИВЕТ', 'привет'],
  ['ẞ', 'ß'],
])('%s and %s are equal', (a, b) => {
  expect(fold(a)).toBe(fold(b))
})

test.each([
  ['straße', 'strasse'],
  ['á', 'a'],
  ['İ', 'i'],
  ['ı', 'i'],
  ['שלום', 'שלם'],
])('%s and %s are different', (a, b) => {
  expect(fold(a)).not.toBe(fold(b))
})

test('Hebrew and digits stay as they are', () => {
  expect(fold('חיים בן־דוד 42')).toBe('חיים בן־דוד 42')
})

test('folding is idempotent for every character of the first two planes', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const once = fold(`Α${String.fromCodePoint(code)}\u0307`)
    if (fold(once) !== once) expect.fail(`U+${code.toString(16)}`)
  }
})
