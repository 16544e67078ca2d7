import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadThrottle } from './read-throttle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('changes in quick succession cause one early read, and later ones at most one a second', () => {
  const at: number[] = []
  const began = performance.now()
  const throttle = createReadThrottle(() => at.push(performance.now() - began))
  for (let ms = 0; ms < 3_000; ms += 50) {
    throttle.schedule()
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(2_000)
  expect(at).toEqual([300, 1300, 2300, 3300])
  throttle.schedule()
  throttle.stop()
  vi.advanceTimersByTime(2_000)
  expect(at).toHaveLength(4)
})
