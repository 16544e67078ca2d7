import { expect, it, vi } from 'vitest'
import { GatheringReader } from './gathering-reader.ts'
import { sql } from './sql.ts'
import type { HeavyReader } from './store.ts'

const answering = (each: HeavyReader['each']) => {
  const unused = () => Promise.reject(new Error('not asked alone'))
  return { each: vi.fn(each), all: unused, get: unused }
}

it('sends queries of one turn together, and later ones separately', async () => {
  const reader = answering((queries) => Promise.resolve(queries.map(({ kind }, place) => [{ kind, place }])))
  const gathering = new GatheringReader(reader)
  const [rows, row] = await Promise.all([gathering.all(sql`select 1`), gathering.get(sql`select 2`)])
  expect([rows, row]).toEqual([[{ kind: 'all', place: 0 }], { kind: 'get', place: 1 }])
  expect(await gathering.get(sql`select 3`)).toEqual({ kind: 'get', place: 0 })
  expect(reader.each.mock.calls.map(([queries]) => queries.length)).toEqual([2, 1])
})

it('rejects every query of a failed group', async () => {
  const gathering = new GatheringReader(answering(() => Promise.reject(new Error('The database is closed.'))))
  const outcomes = await Promise.allSettled([gathering.all(sql`select 1`), gathering.get(sql`select 2`)])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'The database is closed.' } })
})
