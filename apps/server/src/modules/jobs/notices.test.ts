import type { JobUpdate } from '@tavla/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { JobNotices } from './notices.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a person hears of a job four times a second, and of its last state', () => {
  vi.useFakeTimers()
  const notices = new JobNotices()
  const heard: JobUpdate[] = []
  notices.listen((_user, update) => heard.push(update))
  const update = (done: number): JobUpdate => ({ id: 'a', status: 'Running', total: 100, done, failed: 0 })
  for (let done = 0; done < 100; done++) {
    notices.tell('noa', update(done))
    vi.advanceTimersByTime(10)
  }
  expect(heard.map(({ done }) => done)).toEqual([0, 24, 49, 74, 99])
  notices.tell('noa', { ...update(100), status: 'Done' })
  vi.advanceTimersByTime(1_000)
  expect(heard.at(-1)).toEqual({ id: 'a', status: 'Done', total: 100, done: 100, failed: 0 })
  expect(heard.length).toBeLessThanOrEqual(6)
})
