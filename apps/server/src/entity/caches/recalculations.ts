/** The working out of stored values anew, of the entity whose records a table holds; `token` tells one from a later one. */
export interface Recalculation {
  table: string
  token: string
}

/** A recalculation that has not come to its end. `fields` are the paths that it is about; undefined for all. */
export interface OpenRecalculation extends Recalculation {
  fields?: readonly string[] | undefined
}

/** The recalculations of a site that have not ended, as the store holds them: no reading of a record asks it. */
export class Recalculations {
  readonly #open = new Map<string, OpenRecalculation>()
  readonly #listeners = new Set<() => void>()
  /** Grows with each change. */
  number = 0

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** The fields of each by the table of their entity. */
  *all(): Generator<[table: string, fields: readonly string[] | undefined]> {
    for (const { table, fields } of this.#open.values()) yield [table, fields]
  }

  begin(one: OpenRecalculation): void {
    this.#open.set(one.table, one)
    this.#change()
  }

  /** Nothing happens when a later one has taken its place. */
  end({ table, token }: Recalculation): void {
    if (this.#open.get(table)?.token !== token) return
    this.#open.delete(table)
    this.#change()
  }

  /** Calls `listener` when one has begun or ended. Returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #change(): void {
    this.number++
    for (const listener of this.#listeners) listener()
  }
}
