import { expect, test } from 'vitest'
import { breakable, unbroken } from './line-cut.ts'

test('a long line in two directions may break between its words, and loses its break marks when read or copied', () => {
  for (const text of ['לחמניות של Star Markets International ובניו', 'Star Markets International בע״מ (2026)']) {
    const drawn = breakable(text) ?? ''
    expect(drawn.split('\u00ad')).toHaveLength(text.split(' ').length)
    expect(drawn).not.toContain(' ')
    expect(unbroken(drawn)).toBe(text)
  }
})

test('a short line, or one in one direction, stays as it is', () => {
  for (const text of [
    'משה Star',
    'A bakery that has a very long name',
    'מאפייה ששמה ארוך מאוד באמת 2026',
    '',
    '12345678901234567890123456',
  ])
    expect(breakable(text)).toBeUndefined()
})
