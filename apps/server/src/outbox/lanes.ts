/** Maximum number of messages of one kind being sent at once; the sender sets the maximum of one lane. */
const maxAtOnce = 20
/** Free slots that no lane takes for its second message, so that hanging hosts leave room for other hosts. */
const reservedSlots = 5

/** The lanes with messages being sent, and the lanes that can take more. */
export class Lanes {
  readonly #atOnce: number
  readonly #counts = new Map<string, number>()
  readonly #failing = new Set<string>()
  #used = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get free(): number {
    return maxAtOnce - this.#used
  }

  /** Lanes that can take no more now. */
  get full(): string[] {
    return [...this.#counts.keys()].filter((lane) => !this.has(lane))
  }

  has(lane: string): boolean {
    const count = this.#counts.get(lane) ?? 0
    if (count === 0) return this.free > 0
    return count < this.#atOnce && !this.#failing.has(lane) && this.free > reservedSlots
  }

  /** Takes a slot of this lane. False when there is none. */
  tryEnter(lane: string): boolean {
    if (!this.has(lane)) return false
    this.#used++
    this.#counts.set(lane, (this.#counts.get(lane) ?? 0) + 1)
    return true
  }

  leave(lane: string): void {
    this.#used--
    const count = (this.#counts.get(lane) ?? 1) - 1
    if (count > 0) this.#counts.set(lane, count)
    else this.#counts.delete(lane)
  }

  /** Records whether the host of a lane worked the last time; if not, only one message at a time is tried. */
  note(lane: string, couldBeUsed: boolean): void {
    if (couldBeUsed) this.#failing.delete(lane)
    else this.#failing.add(lane)
  }
}
