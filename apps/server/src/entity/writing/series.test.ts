import { expect, test } from 'vitest'
import { readPattern, unknownPart } from './series.ts'

const now = '2026-03-05 10:00:00.000000'
const first = (pattern: string) => {
  const { prefix, digits } = readPattern(pattern, now)
  return prefix + '1'.padStart(digits, '0')
}

test('a pattern without a date gives the same ids as in earlier versions', () => {
  expect(['TASK-.####', 'TASK-####', 'A.B.##', 'INV', 'INV-', '####'].map(first)).toEqual([
    'TASK-0001',
    'TASK-0001',
    'A.B01',
    'INV-1',
    'INV--1',
    '0001',
  ])
})

test('parts of a date stand for the day on which the record is created', () => {
  expect(first('CASE-.YYYY.-.####')).toBe('CASE-2026-0001')
  expect(first('.YY..MM..DD.-.###')).toBe('260305-001')
  expect(first('.DD./.MM./.##')).toBe('05/03/01')
  expect(first('CASE-.YYYY.-')).toBe('CASE-2026-1')
  expect(first('CASE-.YYYY.')).toBe('CASE-2026-1')
  expect(first('תיק-.YYYY.-.##')).toBe('תיק-2026-01')
})

test('an unknown part that looks like a known one is named', () => {
  for (const pattern of ['CASE-.####', 'A-.YYYY.-.MM.-.##', 'INV', 'INV-2026-.##', '.YYYY.', 'v1.2-.##', 'תיק-.##']) {
    expect([pattern, unknownPart(pattern)]).toEqual([pattern, undefined])
  }
  expect(unknownPart('CASE-.WW.-.####')).toBe('WW')
  expect(unknownPart('CASE-.yyyy.-.####')).toBe('yyyy')
  expect(unknownPart('CASE-YYYY-.####')).toBe('CASE-YYYY-')
  expect(unknownPart('CASE-.{branch}.-.####')).toBe('{branch}')
  expect(unknownPart('CASE-.##.-.YYYY.')).toBe('##')
})
