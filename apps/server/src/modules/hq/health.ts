import { setSilently } from '../../entity/index.ts'
import type { SiteHealth } from '../../hosting/driver.ts'
import type { Hq } from './hq.ts'
import type { RunningSite } from './supervisor.ts'

/** Failed checks in a row after which a site counts as ended (reference: hosting, Project states). */
const maxMisses = 3

/** True when users can work with the site: it answers and has its database. */
export const isServing = (health: SiteHealth | undefined): boolean =>
  health?.ok === true && (health.status ?? 'ok') === 'ok'

/** Asks every running site for its health, every `healthEvery` milliseconds. */
export class HealthRound {
  readonly #hq: Hq
  readonly #running: ReadonlyMap<string, RunningSite>
  readonly #giveUp: (running: RunningSite) => Promise<void>
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq, running: ReadonlyMap<string, RunningSite>, giveUp: (running: RunningSite) => Promise<void>) {
    this.#hq = hq
    this.#running = running
    this.#giveUp = giveUp
  }

  start(): void {
    const { site, timing } = this.#hq
    this.#timer = setInterval(() => site.inBackground(this.#round()), timing.healthEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #round(): Promise<void> {
    const all = [...this.#running.values()]
    await Promise.all(all.map((running) => this.#ask(running)))
    await this.#note(all.filter(({ checked }) => isServing(checked?.health)))
  }

  async #ask(running: RunningSite): Promise<void> {
    try {
      const health = await running.site.health()
      running.checked = { at: Date.now(), health }
      if (!health.isUnknown) running.misses = health.ok ? 0 : running.misses + 1
    } catch {
      running.checked = { at: Date.now(), health: { ok: false, latencyMs: 0 } }
      running.misses++
    }
    if (running.misses >= maxMisses && this.#running.get(running.id) === running) await this.#end(running)
  }

  /** Logs a failed end and retries in the next round, so that it delays no other site. */
  async #end(running: RunningSite): Promise<void> {
    try {
      await this.#giveUp(running)
    } catch (error) {
      this.#hq.site.logs.error.error({ err: error, project: running.id }, 'a site could not be ended')
    }
  }

  /** Writes the time without a version or an event, so that a user who edits the record meets no conflict. */
  async #note(healthy: readonly RunningSite[]): Promise<void> {
    if (healthy.length === 0) return
    const { engine } = this.#hq.site
    const ids = healthy.map(({ id }) => id)
    const times = { last_health: engine.clock.nowUtc() }
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', ids, times))
  }
}
