/** Milliseconds since the process began: setting the machine's clock, in either direction, moves no limit. */
const now = () => performance.now()

/** Attempts by key in a time span: `most` of them, then none until the span is over. Bounded in memory. */
export class Throttle {
  readonly #most: number
  readonly #spanMillis: number
  readonly #entries = new Map<string, { count: number; until: number }>()

  constructor(most: number, spanMillis: number) {
    this.#most = most
    this.#spanMillis = spanMillis
  }

  /** Seconds to wait; 0 when another attempt is free. */
  wait(key: string, at = now()): number {
    const entry = this.#entries.get(key)
    return entry && entry.until > at && entry.count >= this.#most ? secondsUntil(entry.until, at) : 0
  }

  /** Counts one; the one that fills the measure starts the span anew. */
  count(key: string, at = now()): void {
    let entry = this.#entries.get(key)
    if (!entry || entry.until <= at) entry = { count: 0, until: at + this.#spanMillis }
    entry.count++
    if (entry.count === this.#most) entry.until = at + this.#spanMillis
    keep(this.#entries, key, entry)
  }

  /** Takes one back that turned out to be none. */
  uncount(key: string): void {
    const entry = this.#entries.get(key)
    if (entry && entry.count > 0) entry.count--
  }
}

export interface LockRules {
  maxFailures: number
  lockSeconds: number
}

const longestLock = 900

/** Failures in a row by key: a lock after so many, doubled by every failure after it, to 15 minutes. */
export class FailureLocks {
  readonly #entries = new Map<string, { failures: number; until: number }>()
  readonly #rules: () => LockRules

  constructor(rules: () => LockRules) {
    this.#rules = rules
  }

  /** Seconds to wait; 0 when the key is not locked. */
  wait(key: string, at = now()): number {
    const entry = this.#entries.get(key)
    return entry && entry.until > at ? secondsUntil(entry.until, at) : 0
  }

  /** Counted before the password is looked at, so that many attempts at once are no way round. True when it locks. */
  fail(key: string, at = now()): boolean {
    const entry = this.#entries.get(key) ?? { failures: 0, until: 0 }
    entry.failures++
    const seconds = this.#lockAfter(entry.failures)
    if (seconds > 0) entry.until = at + seconds * 1000
    keep(this.#entries, key, entry)
    return seconds > 0
  }

  /** Takes a failure back that turned out to be none, with the lock that it brought. */
  takeBack(key: string, at = now()): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.failures--
    if (entry.failures <= 0) this.#entries.delete(key)
    else entry.until = Math.min(entry.until, at + this.#lockAfter(entry.failures) * 1000)
  }

  succeed(key: string): void {
    this.#entries.delete(key)
  }

  /** Seconds. */
  #lockAfter(failures: number): number {
    const { maxFailures, lockSeconds } = this.#rules()
    return failures < maxFailures ? 0 : Math.min(lockSeconds * 2 ** (failures - maxFailures), longestLock)
  }
}

const mostKeys = 50_000

/** The key that was used longest ago goes first. */
function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size > mostKeys) entries.delete(entries.keys().next().value as string)
}

const secondsUntil = (until: number, at: number) => Math.max(1, Math.ceil((until - at) / 1000))
