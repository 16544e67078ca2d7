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
  wait(key: string, now = Date.now()): number {
    const entry = this.#entries.get(key)
    return entry && entry.until > now && entry.count >= this.#most ? secondsUntil(entry.until, now) : 0
  }

  /** Counts one; the one that fills the measure starts the span anew. */
  count(key: string, now = Date.now()): void {
    let entry = this.#entries.get(key)
    if (!entry || entry.until <= now) entry = { count: 0, until: now + this.#spanMillis }
    entry.count++
    if (entry.count === this.#most) entry.until = now + this.#spanMillis
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

/** Failures in a row by account: a lock after so many, doubled by every failure after it, to 15 minutes (contract 3.4). */
export class AccountLocks {
  readonly #entries = new Map<string, { failures: number; lockSeconds: number; until: number }>()
  readonly #rules: () => LockRules

  constructor(rules: () => LockRules) {
    this.#rules = rules
  }

  /** Seconds to wait; 0 when the account is not locked. */
  wait(key: string, now = Date.now()): number {
    const entry = this.#entries.get(key)
    return entry && entry.until > now ? secondsUntil(entry.until, now) : 0
  }

  /** Counted before the password is looked at, so that many attempts at once are no way round. */
  fail(key: string, now = Date.now()): void {
    const { maxFailures, lockSeconds } = this.#rules()
    const entry = this.#entries.get(key) ?? { failures: 0, lockSeconds: 0, until: 0 }
    entry.failures++
    if (entry.failures >= maxFailures) {
      entry.lockSeconds = Math.min(entry.lockSeconds ? entry.lockSeconds * 2 : lockSeconds, longestLock)
      entry.until = now + entry.lockSeconds * 1000
    }
    keep(this.#entries, key, entry)
  }

  succeed(key: string): void {
    this.#entries.delete(key)
  }
}

const mostKeys = 50_000

/** The key that was used longest ago goes first. */
function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size > mostKeys) entries.delete(entries.keys().next().value as string)
}

const secondsUntil = (until: number, now: number) => Math.max(1, Math.ceil((until - now) / 1000))
