import type { HeavyReader, Query, Reader } from './store.ts'

/** A reader of one connection in the place of several threads. */
export const heavyOf = (reader: Reader): HeavyReader => ({
  all: (statement) => reader.all(statement),
  get: (statement) => reader.get(statement),
  each: (queries) => Promise.all(queries.map((query) => answer(reader, query))),
})

const answer = async (reader: Reader, { kind, statement }: Query): Promise<unknown[]> =>
  kind === 'all' ? reader.all(statement) : [await reader.get(statement)]

/** The writes of a snapshot. */
export async function refuseWrite(): Promise<never> {
  throw new Error('A snapshot is only read')
}
