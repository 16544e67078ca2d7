import type { Health, HealthStatus, Site } from '../site.ts'

/** How long an answer about the database holds; milliseconds. */
const freshFor = 1000

/** Asks the database at most once a second, for as many as want to know. */
export class SiteHealth implements Health {
  readonly #site: Pick<Site, 'state' | 'store'>
  #asked: { at: number; answer: Promise<boolean> } | undefined

  constructor(site: Pick<Site, 'state' | 'store'>) {
    this.#site = site
  }

  async status(): Promise<HealthStatus> {
    const { state } = this.#site
    if (state !== 'running') return state
    return (await this.#isDatabaseThere()) ? 'ok' : 'database'
  }

  #isDatabaseThere(): Promise<boolean> {
    const now = performance.now()
    if (!this.#asked || now - this.#asked.at > freshFor) {
      this.#asked = { at: now, answer: this.#site.store.isReachable() }
    }
    return this.#asked.answer
  }
}
