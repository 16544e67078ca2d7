import { type Generations, StampedCache } from './stamped-cache.ts'

/** The rows that a search finds. */
export interface FoundInOrder {
  /** Their `rid`s in the list's order, as JSON text: all when they are few, else the first of them; null for very many. */
  rows: string | null
  /** All of them. */
  n: number
  isWhole: boolean
}

/** Results of searches, cached until a write to the entity; undefined stands for very many rows. */
export class SearchCache {
  readonly #found: StampedCache<FoundInOrder | undefined>

  constructor(generations: Generations) {
    const weigh = (found: FoundInOrder | undefined) => found?.rows?.length ?? 0
    this.#found = new StampedCache(generations, { entries: 1_000, weight: 2_000_000, weigh })
  }

  /** `key` identifies a search of the first entity, including its sort order; writes to any of them change what it finds. */
  of(
    entities: readonly [string, ...string[]],
    key: string,
    search: () => Promise<FoundInOrder | undefined>,
  ): Promise<FoundInOrder | undefined> {
    return this.#found.get(`${entities[0]}|${key}`, entities, search)
  }
}
