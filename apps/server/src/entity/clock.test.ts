import { afterEach, expect, test, vi } from 'vitest'
import { Clock } from './clock.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const hour = 3_600_000

test('when the machine’s clock is set back, time goes on at a slower pace until the machine has caught up', () => {
  let [wall, ticks] = [Date.UTC(2026, 0, 1, 12), 1000]
  vi.spyOn(Date, 'now').mockImplementation(() => wall)
  vi.spyOn(performance, 'now').mockImplementation(() => ticks)
  const clock = new Clock()
  const pass = (millis: number) => {
    wall += millis
    ticks += millis
  }
  expect(clock.nowUtc()).toBe('2026-01-01 12:00:00.000000')
  pass(hour)
  expect(clock.nowUtc()).toBe('2026-01-01 13:00:00.000000')
  wall -= 6 * hour
  expect(clock.nowUtc()).toBe('2026-01-01 13:00:00.000001')
  pass(hour)
  expect(clock.nowUtc()).toBe('2026-01-01 13:30:00.000001')
  pass(24 * hour)
  expect(clock.nowUtc()).toBe('2026-01-02 08:00:00.000000')
})

test('two readings are never equal', () => {
  const clock = new Clock()
  const all = Array.from({ length: 5000 }, () => clock.nowUtc())
  expect(all).toEqual([...new Set(all)].toSorted())
})
