import { expect, test } from 'vitest'
import { EventRate } from './rate.ts'

test('fifty events a second are answered, more are refused, and a flood ends the connection', () => {
  const rate = new EventRate()
  const counts = { fine: 0, refused: 0, flood: 0 }
  for (let i = 0; i < 1500; i++) counts[rate.count(100)]++
  expect(counts).toEqual({ fine: 50, refused: 950, flood: 500 })
  expect(rate.count(1100)).toBe('fine')
})
