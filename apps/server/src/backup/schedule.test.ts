import { expect, test } from 'vitest'
import { intervals, lastDue, type Schedule } from './schedule.ts'

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes)
const due = (every: Schedule['every'], now: Date, time = '02:00:00') => lastDue({ every, at: time }, 'u1', now)

test.each([
  ['Day', at(20, 12), at(20, 2), 60],
  ['Day', at(20, 1), at(19, 2), 60],
  ['Hour', at(20, 12, 30), at(20, 12), 10],
  ['6 Hours', at(20, 12), at(20, 8), 60],
  ['6 Hours', at(20, 1), at(19, 20), 60],
  // 17 May 2026 is a Sunday.
  ['Week', at(20, 12), at(17, 2), 60],
  ['Week', at(17, 1), at(10, 2), 60],
] as const)('a plan for each %s, asked at %s, was due within its spread', (every, now, from, spread) => {
  const found = due(every, now).getTime() - from.getTime()
  expect(found).toBeGreaterThanOrEqual(0)
  expect(found).toBeLessThan(spread * 60_000)
})

test('it never lies ahead, and moves on by one interval', () => {
  for (const every of ['Hour', '6 Hours', 'Day', 'Week'] as const) {
    for (let minutes = 0; minutes < 7 * 24 * 60; minutes += 37) {
      const now = at(10, 0, minutes)
      const found = due(every, now).getTime()
      expect(now.getTime() - found).toBeGreaterThanOrEqual(0)
      expect(now.getTime() - found).toBeLessThan(intervals[every])
    }
  }
})

test('projects are spread, each always to the same part', () => {
  const dues = Array.from({ length: 100 }, (_, n) => lastDue({ every: 'Day', at: '02:00:00' }, `u${n}`, at(20, 12)))
  expect(new Set(dues.map(Number)).size).toBe(100)
  expect(lastDue({ every: 'Day', at: '02:00:00' }, 'u7', at(20, 13))).toEqual(dues[7])
})
