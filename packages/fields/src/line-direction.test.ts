import { expect, test } from 'vitest'
import { lineDirection } from './line-direction.ts'

test('a long line in two directions ends where it is read last', () => {
  expect(lineDirection('משה Star Markets International')).toBe('ltr')
  expect(lineDirection('Star Markets International בע״מ (2026)')).toBe('rtl')
  expect(lineDirection('הזמנה 12 – Star Markets, Haifa.')).toBe('ltr')
})

test('a short line, or one in one direction, goes by its first letter', () => {
  for (const text of [
    'משה Star',
    'A bakery that has a very long name',
    'מאפייה ששמה ארוך מאוד באמת 2026',
    '',
    '12345678901234567890123456',
  ])
    expect(lineDirection(text)).toBeUndefined()
})
