import { limits, loginFailed, textOf, tooManyAttempts } from '@tavla/contract'
import { actorOf, type StoredRow, setSilently } from '../../entity/index.ts'
import { addressKey, networkKey } from '../../ground/address-key.ts'
import type { Caller, HqPerson, SignInAnswer, Site } from '../../site.ts'
import { usingReserve } from '../../store/full-disk.ts'
import { sql } from '../../store/sql.ts'
import { type Attempts, isCallersFault } from './attempts.ts'
import type { Body } from './body.ts'
import type { Credentials } from './credentials.ts'
import type { Devices } from './devices.ts'
import { hasEnded, userOfHq } from './hq-people.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { accountOf, isOfHq, userById, userByName } from './people.ts'
import type { SiteSessions } from './sessions.ts'
import { Throttle } from './throttles.ts'

const minute = 60_000

/** Signs users in by password or by a token of HQ. */
export class SignIn {
  readonly #site: Site
  readonly #credentials: Credentials
  readonly #sessions: SiteSessions
  readonly #attempts: Attempts
  readonly #devices: Devices
  readonly #byAddress = new Throttle(50, 10 * minute)

  constructor(site: Site, credentials: Credentials, sessions: SiteSessions, attempts: Attempts, devices: Devices) {
    this.#site = site
    this.#credentials = credentials
    this.#sessions = sessions
    this.#attempts = attempts
    this.#devices = devices
  }

  /** @throws Problem 401, 429 */
  async byPassword(body: Body, caller: Caller) {
    const name = textOf(body.email).trim() || textOf(body.user).trim()
    const user = await this.#findByPassword(name, textOf(body.password), caller)
    return this.#welcome(user, caller, 'Password')
  }

  /** @throws Problem 401 when HQ ended their sessions since then, or they are disabled here */
  async fromHq(person: HqPerson, caller: Caller, requestId: string) {
    if (await hasEnded(this.#site.store, person)) throw loginFailed()
    const user = await usingReserve(() => userOfHq(this.#site, person, requestId))
    const row = await userById(this.#site, user)
    if (row?.enabled !== 1) throw loginFailed()
    return this.#welcome(row, caller, 'HQ Token', person)
  }

  /** The user with this password. A failure takes as long and gives the same answer for every user, known or not. */
  async #findByPassword(name: string, password: string, caller: Caller): Promise<StoredRow> {
    const user = await userByName(this.#site, name)
    const account = accountOf(user, name)
    const device = this.#devices.idFor(caller.cookie, account)
    const attempt = { account, network: networkKey(caller.ip), device }
    const address = addressKey(caller.ip)
    const seconds = device === undefined ? this.#byAddress.wait(address) : 0
    if (seconds > 0) throw tooManyAttempts(seconds)
    this.#attempts.begin(attempt)
    this.#byAddress.count(address)
    try {
      const known = await this.#requirePassword(user, password)
      this.#attempts.succeed(attempt)
      this.#byAddress.uncount(address)
      return known
    } catch (error) {
      if (!isCallersFault(error)) {
        this.#attempts.takeBack(attempt)
        this.#byAddress.uncount(address)
      }
      throw error
    }
  }

  async #requirePassword(user: StoredRow | undefined, password: string): Promise<StoredRow> {
    const known = user && user.enabled === 1 && user.id !== 'Guest' && !isOfHq(user) ? user : undefined
    const stored = known && (await this.#credentials.hashOf(this.#site.store, String(known.id)))
    const isPlausible = password !== '' && password.length <= limits.passwordLength
    const { isRight, isOld } = await verifyPassword(isPlausible ? password : 'x', isPlausible ? stored : undefined)
    if (!known || !isRight) throw loginFailed()
    if (isOld) this.#site.inBackground(this.#rehash(String(known.id), password, String(stored)))
    return known
  }

  async #welcome(user: StoredRow, caller: Caller, via: 'Password' | 'HQ Token', person?: HqPerson) {
    const { config, engine } = this.#site
    const id = String(user.id)
    const enter = () => this.#sessions.create(id, caller, via, person)
    const actor = await actorOf(engine, id)
    // On a full disk, users who can make room may sign in.
    const mayMakeRoom = actor?.all || actor?.roles.has('System Manager')
    const { token } = await (mayMakeRoom ? usingReserve(enter) : enter())
    const now = engine.clock.nowUtc()
    const traces = { last_login: now, last_active: now, last_ip: caller.ip }
    this.#site.inBackground(engine.store.write((tx) => setSilently(engine, tx, 'User', id, traces)))
    const answer: SignInAnswer = {
      message: 'Logged In',
      user: id,
      full_name: String(user.full_name ?? id),
      lang: user.language === 'he' ? 'he' : 'en',
      home_page: config.apps.includes('hq') ? '/project' : '/app',
    }
    const cookies = [this.#sessions.cookie(token), this.#devices.remember(caller.cookie, accountOf(user, id))]
    return { answer, cookies }
  }

  async #rehash(user: string, password: string, old: string): Promise<void> {
    const { store } = this.#site
    const made = await hashPassword(password)
    const set = sql`update credential set hash = ${made} where ${sql.id('user')} = ${user} and hash = ${old}`
    await store.write((tx) => tx.run(set))
  }
}
