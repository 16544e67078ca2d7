import { expect, test } from 'vitest'
import { isProjectId, projectIdFrom } from './project-id.ts'

test('a name gives an id in small Latin letters, digits and hyphens', () => {
  expect(projectIdFrom('Levi Law Office')).toBe('levi-law-office')
  expect(projectIdFrom('  Café — Zürich & Söhne! ')).toBe('cafe-zurich-sohne')
  expect(projectIdFrom('2020 Vision')).toBe('vision')
  expect(projectIdFrom('x'.repeat(60))).toBe('x'.repeat(40))
  expect(projectIdFrom(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39))
})

test('a Hebrew name gives an id too, letter by letter', () => {
  expect(projectIdFrom('חנות הפרחים')).toBe('hnot-hprhim')
  expect(projectIdFrom('שָׁלוֹם')).toBe('shlom')
  expect(projectIdFrom('לוי עורכי דין')).toBe('loi-aorki-din')
  expect(projectIdFrom('משרד רו"ח כהן 24')).toBe('mshrd-roh-khn-24')
  expect(projectIdFrom('Café של דנה')).toBe('cafe-shl-dna')
})

test('a name gives no id if none of its letters has a Latin form', () => {
  for (const name of ['', '   ', '123', '東京', '!!!']) expect(projectIdFrom(name)).toBeUndefined()
})

test('every name gives an id that a project may have', () => {
  for (const name of ['ווו', 'יי', 'ה', 'א"ב', "צ'ק", 'a', '-a-', 'A--B', '\u05d0\u0301', 'ﬁne', 'שׁ']) {
    expect([name, isProjectId(projectIdFrom(name) ?? '')]).toEqual([name, true])
  }
})
