import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { sheetValue } from './sheet.ts'

const say = (source: string) => ({ Yes: 'כן', No: 'לא', Open: 'פתוח' })[source] ?? source
const field = { fieldname: 'status', options: 'Open\nDone' } as FieldMeta
const read = (fieldtype: string, text: string) => sheetValue({ ...field, fieldtype }, text, say)

test('numbers are read with separators and signs; a text without a number is none', () => {
  expect(['1,234.5', '₪ 12', '-3', '', 'abc'].map((text) => read('Currency', text))).toEqual([
    ...[1234.5, 12, -3, 0],
    undefined,
  ])
  expect(read('Int', '7.9')).toBe(7)
  expect(read('Duration', '1:30')).toBe(5400)
})

test('dates are read as programs and as people write them, day first', () => {
  expect(
    ['2026-05-06', '6/5/2026', '06.05.2026', '6 May 2026', '6 במאי 2026', '6 Sept 2026', '', 'soon'].map((text) =>
      read('Date', text),
    ),
  ).toEqual([...['2026-05-06', '2026-05-06', '2026-05-06', '2026-05-06', '2026-05-06', '2026-09-06', null], undefined])
  expect(['2026-05-06 9:30', '6.5.2026', ''].map((text) => read('Datetime', text))).toEqual([
    '2026-05-06 09:30',
    '2026-05-06 00:00',
    null,
  ])
})

test('choices and flags are read by their names in either language', () => {
  expect(['done', 'פתוח', '', 'Elsewhere'].map((text) => read('Select', text))).toEqual([
    ...['Done', 'Open', null],
    undefined,
  ])
  expect(['כן', '0', 'yes', 'perhaps'].map((text) => read('Check', text))).toEqual([1, 0, 1, undefined])
})
