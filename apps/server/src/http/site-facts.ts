import { countOf, findOne } from '../entity/index.ts'
import { utcText } from '../ground/utc-text.ts'
import { diskUsage } from '../hosting/disk-usage.ts'
import type { SiteFacts } from '../hosting/driver.ts'
import type { Site } from '../site.ts'

const dayMillis = 86_400_000
/** The walk through the folders takes at most this part of the time. */
const walkShare = 1 / 100

/** The figures of a site that HQ asks for every minute, for its list of projects (reference: hosting, Fleet). */
export class FactsOfSite {
  readonly #site: Pick<Site, 'config' | 'engine'>
  #storage = 0
  #walkAgainAt = 0

  constructor(site: Pick<Site, 'config' | 'engine'>) {
    this.#site = site
  }

  async read(): Promise<SiteFacts> {
    const { engine } = this.#site
    const where = { level: 'Error', creation: { above: utcText(Date.now() - dayMillis) } }
    const [storage, errors_24h, newest] = await Promise.all([
      this.#readStorage(),
      countOf(engine, 'Error Log', { where }),
      findOne(engine, 'User', {
        where: { last_login: { not: null } },
        fields: ['last_login'],
        order: 'last_login desc',
      }),
    ])
    const last = newest?.last_login
    return { storage, errors_24h, last_sign_in: typeof last === 'string' ? last : null }
  }

  /** Bytes of store and files. A site with very many files counts them less often. */
  async #readStorage(): Promise<number> {
    const since = performance.now()
    if (since < this.#walkAgainAt) return this.#storage
    const { store_bytes, files_bytes } = await diskUsage(this.#site.config.dir)
    const now = performance.now()
    this.#walkAgainAt = now + (now - since) / walkShare
    this.#storage = store_bytes + files_bytes
    return this.#storage
  }
}
