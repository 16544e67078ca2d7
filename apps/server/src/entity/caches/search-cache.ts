import { type Generations, StampedCache } from './stamped-cache.ts'

/** The rows that a search finds, when they are few. */
export interface FewMatches {
  /** Their `rid`s in the list's order, as JSON text. */
  rows: string
  n: number
}

/** Results of searches, cached until a write to the entity; undefined stands for more than a few rows. */
export class SearchCache {
  readonly #found: StampedCache<FewMatches | undefined>

  constructor(generations: Generations) {
    const weigh = (found: FewMatches | undefined) => found?.rows.length ?? 0
    this.#found = new StampedCache(generations, { entries: 1_000, weight: 2_000_000, weigh })
  }

  /** `key` identifies a search of the entity, including its sort order. */
  of(entity: string, key: string, search: () => Promise<FewMatches | undefined>): Promise<FewMatches | undefined> {
    return this.#found.get(`${entity}|${key}`, [entity], search)
  }
}
