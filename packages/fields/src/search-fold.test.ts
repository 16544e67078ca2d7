import { expect, test } from 'vitest'
import { onOtherLayout, searchFold, withoutPrefixes } from './search-fold.ts'

test.each([
  ['שָׁלוֹם', 'שלום'],
  ['שלום', 'שלומ'],
  ['צה״ל', 'צה"ל'],
  ['צה״ל', 'צהל'],
  ["ג'ירפה", 'ג׳ירפה'],
  ['תל־אביב', 'תל אביב'],
  ['תל-אביב', 'תל אביב'],
  ['\u200fשלום\u200e', 'שלום'],
  ['בְּרֵאשִׁ֖ית', 'בראשית'],
  ['Café', 'CAFE'],
  ['Genève', 'geneve'],
  ['Ｆｕｌｌ', 'full'],
  ['ﬁne', 'fine'],
  ['ΟΔΟΣ', 'οδος'],
  ['Jean‑Luc', 'jean luc'],
])('%s and %s are searched alike', (a, b) => {
  expect(searchFold(a)).toBe(searchFold(b))
})

test.each([
  ['שלום', 'שלם'],
  ["O'Hara", 'OHara'],
  ['ß', 's'],
  ['a_b', 'a b'],
])('%s and %s are not', (a, b) => {
  expect(searchFold(a)).not.toBe(searchFold(b))
})

test('folding twice changes nothing, for every character of the first two planes', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const once = searchFold(`א${String.fromCodePoint(code)}ב"\u0301`)
    if (searchFold(once) !== once) expect.fail(`U+${code.toString(16)}: ${JSON.stringify(once)}`)
  }
})

test.each([
  ['ולשלומ', ['לשלומ', 'שלומ']],
  ['הבית', ['בית']],
  ['בית', []],
  ['שלומ', ['לומ']],
  ['hello', []],
  ['ומהבית גדול', ['מהבית גדול', 'הבית גדול']],
])('%s is also read as %j', (text, readings) => {
  expect(withoutPrefixes(text)).toEqual(readings)
})

test.each([
  ['akuo', 'שלום'],
  ['יקךךם', 'hello'],
  ['Akuo', 'שלום'],
  ['שלום', 'akuo'],
  ['tcrvo', 'אברהם'],
  ['12', undefined],
  ['abc שלום', undefined],
])('%s typed on the other layout is %s', (text, other) => {
  expect(onOtherLayout(text)).toBe(other)
})
