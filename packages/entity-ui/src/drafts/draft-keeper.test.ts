import type { KeptDraft } from '@tavla/client/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftKeeper } from './draft-keeper.ts'

const browser = { keepDraft: vi.fn(), removeDraft: vi.fn() }

const draft = (subject: string): KeptDraft => ({
  base: { modified: null, values: {} },
  changes: { subject },
  fields: {},
  at: 0,
})

beforeEach(() => {
  vi.useFakeTimers()
  browser.keepDraft.mockReset().mockResolvedValue(undefined)
  browser.removeDraft.mockReset().mockResolvedValue(undefined)
})
afterEach(() => vi.useRealTimers())

const keeperOf = (onFailed = vi.fn()) => createDraftKeeper(['site', 'user', 'edit', 'Task', 'T-1'], onFailed, browser)

test('a draft is written once, 300 ms after the last key', async () => {
  const keeper = keeperOf()
  keeper.note(() => draft('R'))
  await vi.advanceTimersByTimeAsync(100)
  keeper.note(() => draft('Ro'))
  await vi.advanceTimersByTimeAsync(299)
  expect(browser.keepDraft).not.toHaveBeenCalled()
  expect(keeper.isKept()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(browser.keepDraft.mock.calls.map(([, kept]) => kept)).toEqual([draft('Ro')])
  expect(keeper.isKept()).toBe(true)
})

test('a person who never pauses loses no more than half a second of typing', async () => {
  const keeper = keeperOf()
  for (let keys = 1; keys <= 30; keys++) {
    keeper.note(() => draft('R'.repeat(keys)))
    await vi.advanceTimersByTimeAsync(100)
    const kept = browser.keepDraft.mock.lastCall?.[1].changes.subject ?? ''
    expect(keys - kept.length).toBeLessThanOrEqual(5)
  }
})

test('a full storage is told, the work goes on, and the next key is tried again', async () => {
  const onFailed = vi.fn()
  const keeper = keeperOf(onFailed)
  browser.keepDraft.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  keeper.note(() => draft('Roof'))
  expect(await keeper.keep()).toBe(false)
  expect(onFailed).toHaveBeenCalledOnce()
  expect(keeper.isKept()).toBe(false)
  keeper.note(() => draft('Roofs'))
  expect(await keeper.keep()).toBe(true)
  expect(keeper.isKept()).toBe(true)
})

test('a draft that is discarded while it is written stays away', async () => {
  const keeper = keeperOf()
  const done: string[] = []
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  browser.keepDraft.mockImplementation(() => written.then(() => void done.push('kept')))
  browser.removeDraft.mockImplementation(async () => void done.push('removed'))
  keeper.note(() => draft('Roof'))
  const kept = keeper.keep()
  keeper.discard()
  write()
  await kept
  await keeper.settled()
  expect(done).toEqual(['kept', 'removed'])
})

test('an emptied form leaves no draft', async () => {
  const keeper = keeperOf()
  keeper.note(() => null)
  await keeper.keep()
  expect(browser.removeDraft).toHaveBeenCalledOnce()
  expect(browser.keepDraft).not.toHaveBeenCalled()
})
