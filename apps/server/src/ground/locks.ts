/** Lets one piece of work at a time touch the same key; others wait in the order they came. */
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

/** At most `size` pieces of work at once and `waiting` more in line; beyond that `run` answers undefined at once. */
export class Crew {
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
