/** How often something happened in the current minute, by whom. */
export class MinuteCounts {
  #minute = 0
  #counts = new Map<string, number>()

  /** Counts once more; returns how often it is now. */
  add(key: string): number {
    const count = this.of(key) + 1
    this.#counts.set(key, count)
    return count
  }

  of(key: string): number {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute) this.#counts = new Map()
    this.#minute = minute
    return this.#counts.get(key) ?? 0
  }
}
