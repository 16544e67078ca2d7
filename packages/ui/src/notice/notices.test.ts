import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce, dismissNotice, notify, readNotices, watchNotices } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const announcements = () => {
  vi.runAllTimers()
  return readNotices().announcements.map(({ text }) => text)
}

test('two sentences at once are both announced, even when they are the same', () => {
  announce('Saved')
  announce('3 new')
  announce('3 new')
  expect(announcements()).toEqual(['Saved', '3 new', '3 new'])
  expect(new Set(readNotices().announcements.map(({ id }) => id)).size).toBe(3)
})

test('an old announcement leaves the page', () => {
  for (let n = 1; n <= 9; n++) announce(`Sentence ${n}`)
  expect(announcements()).toEqual(['Sentence 6', 'Sentence 7', 'Sentence 8', 'Sentence 9'])
})

test('a failure is announced at once, a message politely', () => {
  notify('Copied')
  notify('It could not be copied', { tone: 'error' })
  vi.runAllTimers()
  expect(readNotices().announcements.slice(-2)).toMatchObject([{ isUrgent: false }, { isUrgent: true }])
})

test('a message can be withdrawn, and watchers hear of both', () => {
  let changes = 0
  const stop = watchNotices(() => changes++)
  const before = readNotices().notices.length
  const takeBack = notify('Changes discarded')
  expect(readNotices().notices.at(-1)?.text).toBe('Changes discarded')
  takeBack()
  expect(readNotices().notices.length).toBe(Math.min(before, 2))
  dismissNotice(-1)
  stop()
  announce('Nobody watches')
  expect(changes).toBeGreaterThan(1)
})
