import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, setCookie } from '../../ground/cookie.ts'
import type { Site } from '../../site.ts'

const lifeSeconds = 90 * 86_400
/** Accounts that one browser is remembered for; the oldest goes first. */
const mostAccounts = 8
const longestCookie = 2000

/** What the cookie says: an id of the browser, and until when it is known to which accounts (seconds since 1970). */
interface Device {
  id: string
  accounts: [mark: string, until: number][]
}

/**
 * Browsers that signed in before, told by a signed cookie. It proves nothing but that: it opens no door, it gives its
 * browser a count of failed passwords of its own. No account can be read out of it.
 */
export class Devices {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  /** The device behind a Cookie header when it signed in to `account` within 90 days. */
  idFor(header: string | undefined, account: string): string | undefined {
    const device = this.#read(header)
    const mark = this.#markOf(account)
    return device?.accounts.some(([known]) => known === mark) ? device.id : undefined
  }

  /** Value of the Set-Cookie header by which the browser is remembered for `account` for 90 days. */
  remember(header: string | undefined, account: string): string {
    const { id, accounts } = this.#read(header) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
    const mark = this.#markOf(account)
    const others = accounts.filter(([known]) => known !== mark).slice(1 - mostAccounts)
    const device: Device = { id, accounts: [...others, [mark, nowSeconds() + lifeSeconds]] }
    const payload = Buffer.from(JSON.stringify(device)).toString('base64url')
    return setCookie(this.#site.config, this.#cookieName, `${payload}.${this.#sign(payload)}`, lifeSeconds)
  }

  /** What still holds of the cookie; undefined without one of ours. */
  #read(header: string | undefined): Device | undefined {
    const cookie = readCookie(this.#cookieName, header)
    if (cookie === undefined || cookie.length > longestCookie) return undefined
    const [payload = '', signature = '', ...more] = cookie.split('.')
    const [right, given] = [this.#sign(payload), signature].map((text) => Buffer.from(text)) as [Buffer, Buffer]
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const { id, accounts } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Device
    return { id, accounts: accounts.filter(([, until]) => until > nowSeconds()) }
  }

  /** Beside the session's cookie, and named like it: the sites of one host must not take each other's. */
  get #cookieName(): string {
    return this.#site.config.cookieName.replace(/^(__Host-)?(sid)?/, '$1device')
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#site.config.siteKeys.current)
      .update(`tavla device ${payload}`)
      .digest('base64url')
  }

  /** Stands for an account in the cookie. Made in another way than signatures are, so that it is none. */
  #markOf(account: string): string {
    const mark = createHmac('sha256', this.#site.config.siteKeys.current).update(`tavla account of device ${account}`)
    return mark.digest('base64url').slice(0, 22)
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
