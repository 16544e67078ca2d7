import type { Health, HealthStatus, Site } from '../site.ts'

/** How long an answer about the database stays fresh. Milliseconds. */
const maxAge = 1000

/** Reports the health of the site. Asks the database at most once a second, however many callers there are. */
export class SiteHealth implements Health {
  readonly #site: Pick<Site, 'state' | 'store'>
  #cached: { at: number; answer: Promise<boolean> } | undefined

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
    if (!this.#cached || now - this.#cached.at > maxAge) {
      this.#cached = { at: now, answer: this.#site.store.isReachable() }
    }
    return this.#cached.answer
  }
}
