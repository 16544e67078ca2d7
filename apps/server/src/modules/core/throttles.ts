/** Milliseconds since the process began, so that changes of the machine's clock move no limit. */
const now = () => performance.now()

/** Limits attempts by key: `max` in a time span, then none until the span is over. Bounded in memory. */
export class Throttle {
  readonly #max: number
  readonly #spanMillis: number
  readonly #entries = new Map<string, { count: number; until: number }>()

  constructor(max: number, spanMillis: number) {
    this.#max = max
    this.#spanMillis = spanMillis
  }

  /** Seconds to wait; 0 when another attempt is allowed. */
  wait(key: string, at = now()): number {
    const entry = this.#entries.get(key)
    return entry && entry.until > at && entry.count >= this.#max ? secondsUntil(entry.until, at) : 0
  }

  /** Counts an attempt; the last allowed one starts the span again. */
  count(key: string, at = now()): void {
    let entry = this.#entries.get(key)
    if (!entry || entry.until <= at) entry = { count: 0, until: at + this.#spanMillis }
    entry.count++
    if (entry.count === this.#max) entry.until = at + this.#spanMillis
    keep(this.#entries, key, entry)
  }

  /** Takes back an attempt. */
  uncount(key: string): void {
    const entry = this.#entries.get(key)
    if (entry && entry.count > 0) entry.count--
  }
}

export interface LockRules {
  maxFailures: number
  lockSeconds: number
}

const maxLockSeconds = 900

/**
 * Counts consecutive failures by key: locks after the allowed number, and doubles the lock with every further failure,
 * up to 15 minutes.
 */
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

  /**
   * Counts a failure before the password is checked, so that parallel attempts don't evade the limit. True when it
   * locks.
   */
  fail(key: string, at = now()): boolean {
    const entry = this.#entries.get(key) ?? { failures: 0, until: 0 }
    entry.failures++
    const seconds = this.#lockAfter(entry.failures)
    if (seconds > 0) entry.until = at + seconds * 1000
    keep(this.#entries, key, entry)
    return seconds > 0
  }

  /** Takes back a failure, with the lock that it caused. */
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
    return failures < maxFailures ? 0 : Math.min(lockSeconds * 2 ** (failures - maxFailures), maxLockSeconds)
  }
}

const maxKeys = 50_000

/** Drops the least recently used key first. */
function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size > maxKeys) entries.delete(entries.keys().next().value as string)
}

const secondsUntil = (until: number, at: number) => Math.max(1, Math.ceil((until - at) / 1000))
