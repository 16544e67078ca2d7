import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

test('each item is taken once, in its order, and every lane takes some', async () => {
  const taken: string[] = []
  await sideBySide('abcd', 2, async (item, lane) => {
    taken.push(`${item}${lane}`)
    await Promise.resolve()
  })
  expect(taken).toEqual(['a0', 'b1', 'c0', 'd1'])
})

test('after a fault nothing more is begun, and what is under way ends first', async () => {
  const slow = Promise.withResolvers<void>()
  const begun: string[] = []
  const ended: string[] = []
  const all = sideBySide(['slow', 'bad', 'never'], 2, async (item) => {
    begun.push(item)
    if (item === 'bad') throw new Error('bad')
    await slow.promise
    ended.push(item)
  })
  const outcome = all.catch((error: Error) => [error.message, ...ended])
  slow.resolve()
  expect([await outcome, begun]).toEqual([
    ['bad', 'slow'],
    ['slow', 'bad'],
  ])
})
