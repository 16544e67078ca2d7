/** Counts events by key within the current minute. */
export class MinuteCounts {
  #minute = 0
  #counts = new Map<string, number>()

  /** Counts one event; returns the new count. */
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
