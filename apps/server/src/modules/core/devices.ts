import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, setCookie } from '../../ground/cookie.ts'
import type { Site } from '../../site.ts'

const lifeSeconds = 90 * 86_400
/** Maximum accounts for which a browser is remembered; the oldest is dropped first. */
const maxAccounts = 8
const maxCookieLength = 2000

/**
 * Content of the cookie: an id of the browser, and its accounts with the time until which each is remembered (seconds
 * since 1970).
 */
interface Device {
  id: string
  accounts: [mark: string, until: number][]
}

/**
 * Recognises browsers that signed in before by a signed cookie. The cookie signs nobody in: it only gives its browser a
 * separate count of failed passwords. It reveals no account.
 */
export class Devices {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  /** The device of a Cookie header if it signed in to `account` within 90 days. */
  idFor(header: string | undefined, account: string): string | undefined {
    const device = this.#read(header)
    const mark = this.#markOf(account)
    return device?.accounts.some(([known]) => known === mark) ? device.id : undefined
  }

  /** The Set-Cookie header that remembers the browser for `account` for 90 days. */
  remember(header: string | undefined, account: string): string {
    const { id, accounts } = this.#read(header) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
    const mark = this.#markOf(account)
    const others = accounts.filter(([known]) => known !== mark).slice(1 - maxAccounts)
    const device: Device = { id, accounts: [...others, [mark, nowSeconds() + lifeSeconds]] }
    const payload = Buffer.from(JSON.stringify(device)).toString('base64url')
    return setCookie(this.#site.config, this.#cookieName, `${payload}.${this.#sign(payload)}`, lifeSeconds)
  }

  /** The valid part of the cookie; undefined without one of ours. */
  #read(header: string | undefined): Device | undefined {
    const cookie = readCookie(this.#cookieName, header)
    if (cookie === undefined || cookie.length > maxCookieLength) return undefined
    const [payload = '', signature = '', ...more] = cookie.split('.')
    const [right, given] = [this.#sign(payload), signature].map((text) => Buffer.from(text)) as [Buffer, Buffer]
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const { id, accounts } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Device
    return { id, accounts: accounts.filter(([, until]) => until > nowSeconds()) }
  }

  /** Named like the session's cookie, so that sites of one host don't share it. */
  get #cookieName(): string {
    return this.#site.config.cookieName.replace(/^(__Host-)?(sid)?/, '$1device')
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#site.config.siteKeys.current)
      .update(`tavla device ${payload}`)
      .digest('base64url')
  }

  /** Identifies an account in the cookie. Derived differently from signatures, so that it can't serve as one. */
  #markOf(account: string): string {
    const mark = createHmac('sha256', this.#site.config.siteKeys.current).update(`tavla account of device ${account}`)
    return mark.digest('base64url').slice(0, 22)
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
