import type { SiteFacts } from '../../../hosting/driver.ts'
import type { Hq } from '../hq.ts'
import type { Supervisor } from '../supervisor.ts'

/** Sites that are asked at once. */
const atOnce = 8

/** Asks every running site for its facts, every `fleetEvery` milliseconds, and keeps the answers (reference: hosting, Fleet). */
export class FactsRound {
  readonly #hq: Hq
  readonly #supervisor: Pick<Supervisor, 'runningSites' | 'runningSite'>
  readonly #known = new Map<string, SiteFacts>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(hq: Hq, supervisor: Pick<Supervisor, 'runningSites' | 'runningSite'>) {
    this.#hq = hq
    this.#supervisor = supervisor
  }

  start(): void {
    const { site, timing } = this.#hq
    this.#timer = setInterval(() => site.inBackground(this.ask()), timing.fleetEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The last known figures; a site that does not run has made no errors that are known. */
  of(project: string): Partial<SiteFacts> {
    const { storage, last_sign_in, errors_24h } = this.#known.get(project) ?? {}
    const isRunning = this.#supervisor.runningSite(project) !== undefined
    return {
      ...(storage !== undefined && { storage }),
      ...(last_sign_in !== undefined && { last_sign_in }),
      ...(errors_24h !== undefined && isRunning && { errors_24h }),
    }
  }

  /** One round; a slow one delays the next. */
  ask(): Promise<void> {
    this.#round ??= this.#ask().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  /** Asks one site, as soon as it runs. */
  async askOne(id: string): Promise<void> {
    const site = this.#supervisor.runningSite(id)?.site
    // A site that does not answer keeps its former figures.
    const facts = await site?.facts().catch(() => undefined)
    // The project of a late answer may be gone.
    if (facts && this.#supervisor.runningSite(id)?.site === site) this.#known.set(id, facts)
  }

  /** A later project of this id has figures of its own. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  async #ask(): Promise<void> {
    const waiting = this.#supervisor.runningSites.map(({ id }) => id)
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.askOne(id)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}
