/** Messages of one kind on their way at once; of one lane the sender says it. */
const mostAtOnce = 20
/** Places that no lane takes for its second message, so that hosts that hang leave room for the others. */
const keptFree = 5

/** Which lanes messages are on their way in, and which may take more. */
export class Lanes {
  readonly #atOnce: number
  readonly #counts = new Map<string, number>()
  readonly #troubled = new Set<string>()
  #taken = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get free(): number {
    return mostAtOnce - this.#taken
  }

  /** Lanes that take no more now. */
  get full(): string[] {
    return [...this.#counts.keys()].filter((lane) => !this.has(lane))
  }

  has(lane: string): boolean {
    const count = this.#counts.get(lane) ?? 0
    if (count === 0) return this.free > 0
    return count < this.#atOnce && !this.#troubled.has(lane) && this.free > keptFree
  }

  /** Takes a place of this lane. False when there is none. */
  tryEnter(lane: string): boolean {
    if (!this.has(lane)) return false
    this.#taken++
    this.#counts.set(lane, (this.#counts.get(lane) ?? 0) + 1)
    return true
  }

  leave(lane: string): void {
    this.#taken--
    const count = (this.#counts.get(lane) ?? 1) - 1
    if (count > 0) this.#counts.set(lane, count)
    else this.#counts.delete(lane)
  }

  /** Whether the host of a lane could be used the last time; where it could not, one message at a time tries. */
  note(lane: string, couldBeUsed: boolean): void {
    if (couldBeUsed) this.#troubled.delete(lane)
    else this.#troubled.add(lane)
  }
}
