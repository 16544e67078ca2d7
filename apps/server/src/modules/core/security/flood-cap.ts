/** The number of events of one kind that were not recorded. */
export interface OmittedCount<Key> {
  key: Key
  count: number
}

const minute = 60_000
const hour = 60 * minute

/** Limits the events of a kind per minute and per hour, and counts the rest. Uses a monotonic clock. */
export class FloodCap<Key> {
  readonly #limits: (key: Key) => { perMinute: number; perHour: number }
  readonly #now: () => number
  readonly #counts = new Map<Key, { minute: number; hour: number; leftOut: number }>()
  #minuteEnds = 0
  #hourEnds = 0

  constructor(limitsOf: (key: Key) => { perMinute: number; perHour: number }, now = () => performance.now()) {
    this.#limits = limitsOf
    this.#now = now
  }

  /** True when this event may be recorded. */
  take(key: Key): boolean {
    this.#turn()
    const count = this.#counts.get(key) ?? { minute: 0, hour: 0, leftOut: 0 }
    this.#counts.set(key, count)
    const { perMinute, perHour } = this.#limits(key)
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

  /** Returns and resets the counts of omitted events, once their minute is over, or at once when `isEnding`. */
  takeLeftOut(isEnding = false): OmittedCount<Key>[] {
    if (!isEnding && this.rest > 0) return []
    const found: OmittedCount<Key>[] = []
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
