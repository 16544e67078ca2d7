import type { Site } from '../../site.ts'
import { sendDigests } from './notifications/digest.ts'
import type { Notices } from './notifications/notices.ts'
import { runOutReminders, wakePutOff } from './reminders/due.ts'

/** The clockwork looks this often for reminders that are due. Milliseconds. */
const interval = 20_000

/**
 * Does what its time has come for: reminders, notifications that were put off, and once an hour summaries by mail. One run
 * at a time.
 */
export class Clockwork {
  readonly #site: Site
  readonly #notices: Notices
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  /** The hour in which it last looked for summaries. */
  #hour = ''

  constructor(site: Site, notices: Notices) {
    this.#site = site
    this.#notices = notices
  }

  start(): void {
    this.#timer = setInterval(() => this.run(), interval).unref()
    this.run()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Looks now, or again once the run under way has ended. */
  readonly run = (): void => {
    if (this.#running) {
      this.#isAskedAgain = true
      return
    }
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      const isAgain = this.#isAskedAgain && this.#site.state === 'running'
      this.#isAskedAgain = false
      if (isAgain) this.run()
    })
    this.#site.inBackground(this.#running)
  }

  async #work(): Promise<void> {
    const { engine } = this.#site
    await runOutReminders(engine, this.#notices)
    await wakePutOff(engine, this.#notices)
    const hour = engine.clock.nowWall().slice(0, 13)
    if (hour === this.#hour) return
    this.#hour = hour
    await sendDigests(this.#site)
  }
}
