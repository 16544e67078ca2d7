import { expect, test } from 'vitest'
import { ambiguous, isDateFormat, judgeDateFormat, judgeDecimal, readDay, readNumber } from './formats.ts'

test.each([
  [['31/12/2026', '1/2/2026'], 'DD/MM/YYYY'],
  [['12-31-2026'], 'MM-DD-YYYY'],
  [['1.2.26', '31.1.26'], 'DD.MM.YYYY'],
  [['2026-12-31', '1/2/2026'], null],
  [['31/12/2026', '12/31/2026'], null],
  [[46_053, null, true, 'soon'], null],
])('the format of dates is judged by those that can be read in one way: %j', (cells, format) => {
  expect(judgeDateFormat(cells)).toBe(format)
})

test.each([
  [['1,5', '12'], ','],
  [['1.234,56'], ','],
  [['1,234.56'], '.'],
  [['1,234,567'], '.'],
  [['₪ 12.50', '1,234'], '.'],
  [['1,234', '5'], null],
  [['1.5', '1,5'], null],
] as const)('the decimal sign is judged by numbers that can be read in one way: %j', (cells, sign) => {
  expect(judgeDecimal(cells)).toBe(sign)
})

test.each([
  ['1,234.50', '.', '1234.50'],
  ['1.234,50', ',', '1234.50'],
  ['12,34,567.5', '.', '1234567.5'],
  ['(12.5)', '.', '-12.5'],
  ['12.5-', '.', '-12.5'],
  ['₪ 1,200', '.', '1200'],
  ['1e3', null, '1e3'],
  ['12.5', null, '12.5'],
  ['1,234', null, ambiguous],
  ['1,23.4', '.', undefined],
  ['1.2.3', '.', undefined],
  ['12a', null, undefined],
  ['', null, undefined],
] as const)('the number %s with the sign %s', (text, sign, number) => {
  expect(readNumber(text, sign)).toBe(number)
})

test.each([
  ['3/4/2026', 'DD/MM/YYYY', '2026-04-03'],
  ['3/4/2026', 'MM/DD/YYYY', '2026-03-04'],
  ['3/4/2026', null, ambiguous],
  ['4/4/2026', null, '2026-04-04'],
  ['31.1.26 08:30', null, '2026-01-31 08:30'],
  ['1.2.71', 'DD/MM/YYYY', '1971-02-01'],
  ['2026/1/5', null, '2026-01-05'],
  ['30/2/2026', 'DD/MM/YYYY', '2026-02-30'],
  ['tomorrow', null, undefined],
  ['1/2/345', null, undefined],
] as const)('the date %s with the format %s', (text, format, day) => {
  expect(readDay(text, format, 2026)).toBe(day)
})

test('a format has day, month and year once, with one separator', () => {
  expect(['DD/MM/YYYY', 'YYYY-MM-DD', 'DD/MM-YYYY', 'DD/DD/YYYY', 'DD/MM', 'x'].map(isDateFormat)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})
