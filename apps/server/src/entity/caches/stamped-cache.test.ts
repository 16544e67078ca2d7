import { expect, it } from 'vitest'
import { Generations, StampedCache } from './stamped-cache.ts'

it('answers from memory until an entity that the answer depends on is written', async () => {
  const generations = new Generations()
  const cache = new StampedCache<number>(generations, { entries: 10 })
  let runs = 0
  const ask = () => cache.get('key', ['Task', 'Contact'], async () => ++runs)
  expect([await ask(), await ask()]).toEqual([1, 1])
  generations.bump('Contact')
  expect(await ask()).toBe(2)
  generations.bump('Order')
  expect(await ask()).toBe(2)
})

it('gives an answer that was under way during a write only to callers who asked before it', async () => {
  const generations = new Generations()
  const cache = new StampedCache<number>(generations, { entries: 10 })
  const { promise, resolve } = Promise.withResolvers<number>()
  const before = [cache.get('key', ['Task'], () => promise), cache.get('key', ['Task'], async () => 0)]
  generations.bump('Task')
  const after = cache.get('key', ['Task'], async () => 2)
  resolve(1)
  expect(await Promise.all([...before, after])).toEqual([1, 1, 2])
  expect(await cache.get('key', ['Task'], async () => 3)).toBe(2)
})

it('does not cache a failure, and drops the oldest answers when there are too many or they are too long', async () => {
  const cache = new StampedCache<string>(new Generations(), { entries: 2, weight: 20, weigh: (text) => text.length })
  await expect(cache.get('a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('a', [], async () => 'one')).toBe('one')
  await cache.get('b', [], async () => 'two')
  await cache.get('c', [], async () => 'three')
  expect(await cache.get('a', [], async () => 'again')).toBe('again')
  await cache.get('d', [], async () => 'x'.repeat(30))
  expect(await cache.get('d', [], async () => 'anew')).toBe('anew')
})
