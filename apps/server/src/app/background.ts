import type { Logs } from '../ground/logs.ts'

/** Runs work that no call waits for: a failure is logged, and a stopping site lets the work finish. */
export class Background {
  readonly #logs: Logs
  readonly #underWay = new Set<Promise<unknown>>()
  /** Functions that end the pauses of delayed background work. */
  readonly #paused = new Set<() => void>()

  constructor(logs: Logs) {
    this.#logs = logs
  }

  run(work: Promise<unknown>): void {
    const watched = work
      .catch((error: unknown) => this.#logs.error.error({ err: error }, 'in the background'))
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  /** Runs the work after `pause` milliseconds. */
  runAfter(pause: number, work: () => Promise<unknown>): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pause)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#paused.add(begin)
    this.run(promise.finally(() => this.#paused.delete(begin)).then(work))
  }

  /** Cuts the pauses short and resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      for (const begin of this.#paused) begin()
      await Promise.all(this.#underWay)
    }
  }
}
