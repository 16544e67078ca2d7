import { expect, test } from 'vitest'
import { addMillis, isoTextOf, millisOf, nextMicro, textOfMicros, utcText, utcTextOf } from './utc-text.ts'

const noon = Date.UTC(2026, 0, 1, 12, 0, 0, 7)

test('an instant becomes the text of the store and comes back to the millisecond', () => {
  expect(utcText(noon)).toBe('2026-01-01 12:00:00.007000')
  expect(millisOf('2026-01-01 12:00:00.007999')).toBe(noon)
  expect(millisOf('2026-01-01 12:00:00')).toBe(noon - 7)
  expect(millisOf('no time')).toBeNaN()
})

test('texts are moved by milliseconds and by a microsecond, over the end of a year too', () => {
  expect(addMillis('2025-12-31 23:59:59.999000', 1)).toBe('2026-01-01 00:00:00.000000')
  expect(addMillis('2026-01-01 00:00:00.000000', -1)).toBe('2025-12-31 23:59:59.999000')
  expect(nextMicro('2025-12-31 23:59:59.999999')).toBe('2026-01-01 00:00:00.000000')
  expect(textOfMicros(noon * 1000 + 5)).toBe('2026-01-01 12:00:00.007005')
})

test('ISO 8601 and the text of the store differ only by two letters', () => {
  expect(utcTextOf('2026-01-01T12:00:00.123456Z')).toBe('2026-01-01 12:00:00.123456')
  expect(isoTextOf('2026-01-01 12:00:00.123456')).toBe('2026-01-01T12:00:00.123456Z')
})
