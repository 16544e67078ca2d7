/** Maximum number of ids that a check names. */
const maxIds = 10

/** The outcome of one check (reference: configuration, Check). */
export class Findings {
  /** Number of faults; without one, of things that only deserve a look. */
  #faults = 0
  #warnings = 0
  readonly #faultIds: string[] = []
  readonly #warningIds: string[] = []

  get state(): 'ok' | 'warning' | 'fault' {
    return this.#faults > 0 ? 'fault' : this.#warnings > 0 ? 'warning' : 'ok'
  }

  get count(): number {
    return this.#faults || this.#warnings
  }

  get ids(): readonly string[] {
    return this.#faults > 0 ? this.#faultIds : this.#warningIds
  }

  addFault(id: string, count = 1): void {
    this.#faults += count
    if (this.#faultIds.length < maxIds) this.#faultIds.push(id)
  }

  addWarning(id: string): void {
    this.#warnings++
    if (this.#warningIds.length < maxIds) this.#warningIds.push(id)
  }
}

/** Maximum number of rows that a statement of a check returns beside their number. */
export const maxExamples = maxIds
