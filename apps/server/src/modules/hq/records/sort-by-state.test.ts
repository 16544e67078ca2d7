import { limits } from '@tavla/contract'
import { expect, test } from 'vitest'
import type { Compared, Stamp } from '../../../entity/index.ts'
import { sortByState } from './sort-by-state.ts'

test('of many records written since the first ones are compared, and all that are missing are known', async () => {
  const [gone, written] = [6_000, limits.statedChanges + 500]
  const stamps = Array.from({ length: 20_000 }, (_, at): Stamp => [String(at), 'then'])
  const calls = { blocks: 0, ids: [] as string[] }
  const sorted = await sortByState(
    { table: 'e_task', stamps, count: 30_000 },
    {
      async since(_, block) {
        calls.blocks++
        const ids = block.map(([id]) => id)
        const [missing, rest] = [ids.filter((id) => Number(id) < gone), ids.filter((id) => Number(id) >= gone)]
        return { missing, touched: rest.filter((id) => Number(id) < gone + written) }
      },
      async compare(ids) {
        calls.ids.push(...ids)
        expect(ids.length).toBeLessThanOrEqual(limits.comparedRecords)
        return ids.map((id): Compared => ({ id, state: Number(id) % 2 === 0 ? 'Changed' : 'Same', changed: [] }))
      },
    },
  )
  expect(calls.blocks).toBe(4)
  expect(calls.ids).toEqual(Array.from({ length: limits.statedChanges }, (_, at) => String(gone + at)))
  expect(sorted.counts).toEqual({ Missing: gone, Changed: limits.statedChanges / 2, Same: 12_500 })
  expect([sorted.compared, sorted.total]).toEqual([19_500, 30_000])
  expect(sorted.ids.Changed.slice(0, 2)).toEqual(['6000', '6002'])
})
