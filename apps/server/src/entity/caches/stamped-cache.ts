import { createHash, randomUUID } from 'node:crypto'

/** Counts the writes to each entity since the process started, to tell whether a value was read before a write. */
export class Generations {
  readonly #generations = new Map<string, number>()
  readonly #start = randomUUID()

  /** Called after each commit, for every entity it wrote. */
  bump(entity: string): void {
    this.#generations.set(entity, this.of(entity) + 1)
  }

  of(entity: string): number {
    return this.#generations.get(entity) ?? 0
  }

  /**
   * A text for clients that changes with any write to the entity and with every start; it does not reveal the number of
   * writes.
   */
  mark(entity: string): string {
    const seed = `${this.#start} ${this.of(entity)} ${entity}`
    return createHash('sha256').update(seed).digest('base64url').slice(0, 22)
  }

  stamp(entities: readonly string[]): string {
    let stamp = ''
    for (const entity of entities) stamp += `${this.of(entity)},`
    return stamp
  }
}

export interface CacheLimits<T> {
  entries: number
  /** Maximum total length of keys and answers, in characters. */
  weight?: number
  /** Length of an answer, in the same unit. Default: only keys count. */
  weigh?: (answer: T) => number
}

/**
 * Caches answers until a write to an entity that they depend on. Concurrent callers with the same key share one answer.
 * An answer that was under way during such a write goes only to callers who asked before it.
 */
export class StampedCache<T> {
  readonly #generations: Generations
  readonly #limits: CacheLimits<T>
  readonly #entries = new Map<string, { answer: Promise<T>; stamp: string; weight: number }>()
  #weight = 0

  constructor(generations: Generations, limits: CacheLimits<T>) {
    this.#generations = generations
    this.#limits = limits
  }

  /** `entities`: every entity whose writes can change the answer. */
  get(key: string, entities: readonly string[], run: () => Promise<T>): Promise<T> {
    const stamp = this.#generations.stamp(entities)
    const cached = this.#entries.get(key)
    if (cached?.stamp === stamp) return cached.answer
    if (cached) this.#drop(key)
    const entry = { answer: run(), stamp, weight: key.length }
    this.#entries.set(key, entry)
    this.#weight += entry.weight
    this.#evict()
    entry.answer.then(
      (answer) => {
        const { weigh } = this.#limits
        if (!weigh || this.#entries.get(key) !== entry) return
        const weight = weigh(answer)
        entry.weight += weight
        this.#weight += weight
        this.#evict()
      },
      () => {
        if (this.#entries.get(key) === entry) this.#drop(key)
      },
    )
    return entry.answer
  }

  #evict(): void {
    const { entries, weight = Number.POSITIVE_INFINITY } = this.#limits
    while (this.#entries.size > entries || this.#weight > weight) {
      const oldest = this.#entries.keys().next().value
      if (oldest === undefined) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
