import type { Statement } from './sql.ts'
import type { HeavyReader, Query, Reader } from './store.ts'

/** Sends the queries of one turn of the event loop to the reader together. Use one for the queries of one call. */
export class GatheringReader implements Reader {
  readonly #reader: HeavyReader
  #gathered: { queries: Query[]; answers: Promise<unknown[][]> } | undefined

  constructor(reader: HeavyReader) {
    this.#reader = reader
  }

  all<T>(statement: Statement<T>): Promise<T[]> {
    return this.#ask({ kind: 'all', statement }) as Promise<T[]>
  }

  async get<T>(statement: Statement<T>): Promise<T | undefined> {
    const rows = await this.#ask({ kind: 'get', statement })
    return rows[0] as T | undefined
  }

  async #ask(query: Query): Promise<unknown[]> {
    this.#gathered ??= { queries: [], answers: Promise.resolve().then(() => this.#send()) }
    const { queries, answers } = this.#gathered
    const place = queries.push(query) - 1
    return (await answers)[place] as unknown[]
  }

  #send(): Promise<unknown[][]> {
    const queries = this.#gathered?.queries ?? []
    this.#gathered = undefined
    return this.#reader.each(queries)
  }
}
