import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const hour = 3_600_000
/** A step of the clock. */
const step = hour / 12
/** Milliseconds between two looks of HQ that are a minute apart on other days. */
const minute = 3000
/** Milliseconds after a step: a day takes half a minute, and at a walk HQ looks at every step. */
const paces = { run: 100, walk: minute }

/**
 * The clock of a whole fleet, which is put forward in small steps: HQ, its threads and the processes of its projects see
 * the same one. It stands still, but for the real time, while the work of the hour is done; so no work takes hours.
 */
export class FleetClock {
  readonly #file: string
  #ahead = 0

  constructor(folder: string) {
    this.#file = path.join(folder, 'clock')
    this.#write()
  }

  /** Arguments of Node for a process by this clock. */
  get nodeArgs(): readonly string[] {
    const preload = pathToFileURL(path.join(import.meta.dirname, 'fast-clock.ts'))
    return ['--import', `${preload.href}?file=${encodeURIComponent(this.#file)}&minute=${minute}`]
  }

  now = (): Date => new Date(Date.now() + this.#ahead)

  /** Goes on to the next time that the clock shows this hour and minute of UTC. */
  async passUntil(hours: number, minutes: number, pace: keyof typeof paces = 'run'): Promise<void> {
    const due = this.now()
    due.setUTCHours(hours, minutes, 0, 0)
    while (due <= this.now()) due.setUTCDate(due.getUTCDate() + 1)
    while (this.now() < due) {
      this.#ahead += Math.min(step, due.getTime() - this.now().getTime())
      this.#write()
      await new Promise((resolve) => setTimeout(resolve, paces[pace]))
    }
  }

  #write(): void {
    // In one step, so that nobody reads half a number.
    writeFileSync(`${this.#file}.new`, String(this.#ahead))
    renameSync(`${this.#file}.new`, this.#file)
  }
}
