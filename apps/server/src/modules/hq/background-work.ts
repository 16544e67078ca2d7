import type { Hq } from './hq.ts'

/** Work of one kind that goes on after its call was answered, and that HQ breaks off when it ends. */
export class BackgroundWork {
  readonly #hq: Hq
  readonly #name: string
  readonly #running = new Set<Promise<unknown>>()
  readonly #leaving = new AbortController()

  /** `name` stands in the log of errors. */
  constructor(hq: Hq, name: string) {
    this.#hq = hq
    this.#name = name
  }

  /** Aborted once HQ ends. */
  get signal(): AbortSignal {
    return this.#leaving.signal
  }

  get isLeaving(): boolean {
    return this.#leaving.signal.aborted
  }

  /** Keeps HQ from ending before the work has, and logs its fault; resolves as the work does. */
  watch<T>(work: Promise<T>): Promise<T> {
    const watched = work
      .catch((error: unknown) => this.#hq.site.logs.error.error({ err: error }, this.#name))
      .finally(() => this.#running.delete(watched))
    this.#running.add(watched)
    return work
  }

  /** Breaks off what is under way, and resolves once all of it has ended. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
