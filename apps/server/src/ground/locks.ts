/** Runs one task at a time for the same key; other tasks wait in the order in which they came. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key)
    const mine = before ? before.then(work, work) : work()
    this.#tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key)
    }
  }
}

/** Runs at most `size` tasks at once and lets `waiting` more wait; beyond that `run` returns undefined at once. */
export class TaskLimiter {
  #free: number
  readonly #waiting: number
  readonly #line: (() => void)[] = []

  constructor(size: number, waiting: number) {
    this.#free = size
    this.#waiting = waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#free > 0) this.#free -= 1
    else if (this.#line.length >= this.#waiting) return undefined
    else await new Promise<void>((resolve) => this.#line.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
