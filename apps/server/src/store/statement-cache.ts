/**
 * Caches recently used values, at most twice `generation` entries. Two maps that take turns approximate the order of
 * use without touching the map on a hit, which is the store's hottest line.
 */
export class StatementCache<T> {
  readonly #generation: number
  #recent = new Map<string, T>()
  #older = new Map<string, T>()

  constructor(generation: number) {
    this.#generation = generation
  }

  get(key: string): T | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: T): void {
    if (this.#recent.size >= this.#generation) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  clear(): void {
    this.#recent.clear()
    this.#older.clear()
  }
}
