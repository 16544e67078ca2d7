/** How many events of one kind left no trace of their own. */
export interface LeftOut<Key> {
  key: Key
  count: number
}

const minute = 60_000
const hour = 60 * minute

/** Lets so many of a kind through in a minute and in an hour, and counts the rest. The clock never goes back. */
export class FloodCap<Key> {
  readonly #most: (key: Key) => { perMinute: number; perHour: number }
  readonly #now: () => number
  readonly #counts = new Map<Key, { minute: number; hour: number; leftOut: number }>()
  #minuteEnds = 0
  #hourEnds = 0

  constructor(most: (key: Key) => { perMinute: number; perHour: number }, now = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  /** True when this one may leave a trace. */
  take(key: Key): boolean {
    this.#turn()
    const count = this.#counts.get(key) ?? { minute: 0, hour: 0, leftOut: 0 }
    this.#counts.set(key, count)
    const { perMinute, perHour } = this.#most(key)
    const isTaken = count.minute < perMinute && count.hour < perHour
    if (isTaken) {
      count.minute++
      count.hour++
    } else count.leftOut++
    return isTaken
  }

  /** Milliseconds until the current minute is over. */
  get rest(): number {
    return Math.max(this.#minuteEnds - this.#now(), 0)
  }

  /** Takes out how many were left out, once their minute is over, or at once when `isEnding`. */
  takeLeftOut(isEnding = false): LeftOut<Key>[] {
    if (!isEnding && this.rest > 0) return []
    const found: LeftOut<Key>[] = []
    for (const [key, count] of this.#counts) {
      if (count.leftOut > 0) found.push({ key, count: count.leftOut })
      count.leftOut = 0
    }
    return found
  }

  #turn(): void {
    const now = this.#now()
    if (now >= this.#hourEnds) {
      this.#hourEnds = now + hour
      for (const count of this.#counts.values()) count.hour = 0
    }
    if (now >= this.#minuteEnds) {
      this.#minuteEnds = now + minute
      for (const count of this.#counts.values()) count.minute = 0
    }
  }
}
