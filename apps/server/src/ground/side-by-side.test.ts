import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

test('each item is taken once, by two who take from the same ones', async () => {
  const items = [1, 2, 3, 4, 5, 6].values()
  const taken = new Set<number>()
  const take = async (item: number) => {
    expect(taken.has(item)).toBe(false)
    taken.add(item)
  }
  await Promise.all([sideBySide(items, 2, take), sideBySide(items, 2, take)])
  expect(taken.size).toBe(6)
})

test('after a fault nothing more is begun, and what is under way ends first', async () => {
  const slow = Promise.withResolvers<void>()
  const begun: string[] = []
  const ended: string[] = []
  const work = async (item: string) => {
    begun.push(item)
    if (item === 'bad') throw new Error('bad')
    await slow.promise
    ended.push(item)
  }
  const all = sideBySide(['slow', 'bad', 'never'].values(), 2, work)
  const outcome = all.catch((error: Error) => [error.message, ...ended])
  slow.resolve()
  expect([await outcome, begun]).toEqual([
    ['bad', 'slow'],
    ['slow', 'bad'],
  ])
})
