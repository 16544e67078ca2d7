import type { Generations } from './stamped-cache.ts'

/** A size is read anew after so many writes to its table. */
const maxAge = 1_000

/** About how many rows tables have had, to choose who runs a query. */
export class TableSizes {
  readonly #generations: Generations
  readonly #sizes = new Map<string, { rows: number; generation: number }>()

  constructor(generations: Generations) {
    this.#generations = generations
  }

  async of(entity: string, read: () => Promise<number>): Promise<number> {
    const generation = this.#generations.of(entity)
    const known = this.#sizes.get(entity)
    if (known && generation - known.generation < maxAge) return known.rows
    const rows = await read()
    this.#sizes.set(entity, { rows, generation })
    return rows
  }

  /** The same as it was last read; undefined when it never was. */
  known(entity: string): number | undefined {
    return this.#sizes.get(entity)?.rows
  }
}
