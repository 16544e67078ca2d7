import { createHash, randomUUID } from 'node:crypto'

/** How often each entity was written since the process began: what was read before a write can be told from what came after. */
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

  /** Text for a client, another one after any write to the entity or another start; it tells nothing of how many there were. */
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

export interface CacheLimits {
  entries: number
  /** Characters of text, for a cache of texts. */
  weight?: number
}

/**
 * Answers kept until any write to the entities they rest on. Callers who ask for the same at once share one answer; an
 * answer that was under way while such a write committed goes to those who asked before, and to nobody after.
 */
export class StampedCache<T> {
  readonly #generations: Generations
  readonly #limits: CacheLimits
  readonly #entries = new Map<string, { answer: Promise<T>; stamp: string; weight: number }>()
  #weight = 0

  constructor(generations: Generations, limits: CacheLimits) {
    this.#generations = generations
    this.#limits = limits
  }

  /** `entities`: every entity whose writes can change the answer. */
  get(key: string, entities: readonly string[], run: () => Promise<T>): Promise<T> {
    const stamp = this.#generations.stamp(entities)
    const known = this.#entries.get(key)
    if (known?.stamp === stamp) return known.answer
    if (known) this.#drop(key)
    const entry = { answer: run(), stamp, weight: key.length }
    this.#entries.set(key, entry)
    this.#weight += entry.weight
    this.#makeRoom()
    entry.answer.then(
      (answer) => {
        if (typeof answer !== 'string' || this.#entries.get(key) !== entry) return
        entry.weight += answer.length
        this.#weight += answer.length
        this.#makeRoom()
      },
      () => {
        if (this.#entries.get(key) === entry) this.#drop(key)
      },
    )
    return entry.answer
  }

  #makeRoom(): void {
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
