import { setSilently } from '../../entity/index.ts'
import type { SiteHealth } from '../../hosting/driver.ts'
import type { Hq } from './hq.ts'
import type { Kept } from './supervisor.ts'

/** Checks that fail in a row before a site counts as ended (reference: hosting, Project states). */
const mostMisses = 3

/** Whether the site can be worked with: one that answers and has lost its database cannot. */
export const isServing = (health: SiteHealth | undefined): boolean =>
  health?.ok === true && (health.status ?? 'ok') === 'ok'

/** Asks every running site how it is, again and again. */
export class HealthRound {
  readonly #hq: Hq
  readonly #kept: ReadonlyMap<string, Kept>
  readonly #giveUp: (kept: Kept) => Promise<void>
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq, kept: ReadonlyMap<string, Kept>, giveUp: (kept: Kept) => Promise<void>) {
    this.#hq = hq
    this.#kept = kept
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
    const all = [...this.#kept.values()]
    await Promise.all(all.map((kept) => this.#ask(kept)))
    await this.#note(all.filter(({ checked }) => isServing(checked?.health)))
  }

  async #ask(kept: Kept): Promise<void> {
    try {
      const health = await kept.site.health()
      kept.checked = { at: Date.now(), health }
      if (!health.isUnknown) kept.misses = health.ok ? 0 : kept.misses + 1
    } catch {
      kept.checked = { at: Date.now(), health: { ok: false, latencyMs: 0 } }
      kept.misses++
    }
    if (kept.misses >= mostMisses && this.#kept.get(kept.id) === kept) await this.#end(kept)
  }

  /** One that can't be ended now is tried again at the next round, and holds up nobody else. */
  async #end(kept: Kept): Promise<void> {
    try {
      await this.#giveUp(kept)
    } catch (error) {
      this.#hq.site.logs.error.error({ err: error, project: kept.id }, 'a site could not be ended')
    }
  }

  /** A time alone is no change of the record: no version, no event, and nobody who edits it meets a conflict. */
  async #note(healthy: readonly Kept[]): Promise<void> {
    if (healthy.length === 0) return
    const { engine } = this.#hq.site
    const ids = healthy.map(({ id }) => id)
    const times = { last_health: engine.clock.nowUtc() }
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', ids, times))
  }
}
