/**
 * Exact counts by filter, kept until any write to the entities they rest on (contract 3.6, rule 8). A count that was
 * running while such a write committed answers its callers but is not used again.
 */
export class CountCache {
  readonly #counts = new Map<string, { count: Promise<number>; stamp: string }>()
  readonly #generations = new Map<string, number>()

  /** `entities`: every entity whose writes can change the answer. */
  get(key: string, entities: readonly string[], run: () => Promise<number>): Promise<number> {
    const stamp = entities.map((entity) => this.generation(entity)).join()
    const known = this.#counts.get(key)
    if (known?.stamp === stamp) return known.count
    const entry = { count: run(), stamp }
    if (this.#counts.size >= 5000) this.#counts.delete(this.#counts.keys().next().value as string)
    this.#counts.set(key, entry)
    entry.count.catch(() => {
      if (this.#counts.get(key) === entry) this.#counts.delete(key)
    })
    return entry.count
  }

  drop(entity: string): void {
    this.#generations.set(entity, this.generation(entity) + 1)
  }

  /** How often the entity was written since the process began. */
  generation(entity: string): number {
    return this.#generations.get(entity) ?? 0
  }
}
