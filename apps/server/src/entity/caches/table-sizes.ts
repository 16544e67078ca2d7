import type { Generations } from './stamped-cache.ts'

/** A size is read again after this many writes to its table. */
const maxAge = 1_000

/** Approximate row counts of tables, which decide where a query runs. */
export class TableSizes {
  readonly #generations: Generations
  readonly #sizes = new Map<string, { rows: number; generation: number }>()

  constructor(generations: Generations) {
    this.#generations = generations
  }

  async of(entity: string, read: () => Promise<number>): Promise<number> {
    const generation = this.#generations.of(entity)
    const cached = this.#sizes.get(entity)
    if (cached && generation - cached.generation < maxAge) return cached.rows
    const rows = await read()
    this.#sizes.set(entity, { rows, generation })
    return rows
  }

  /** The cached size; undefined when it was never read. */
  cached(entity: string): number | undefined {
    return this.#sizes.get(entity)?.rows
  }
}
