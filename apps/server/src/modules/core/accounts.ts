import { notSignedIn, textOf, tooManyAttempts } from '@tavla/contract'
import { addressKey, networkKey } from '../../ground/address-key.ts'
import type { Accounts, Caller, HqPerson, KeyKind, MailedUser, Session, Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { Attempts, isCallersFault } from './attempts.ts'
import type { Body } from './body.ts'
import type { Credentials } from './credentials.ts'
import { Devices } from './devices.ts'
import { userOfHq } from './hq-people.ts'
import { PasswordChanges } from './password-changes.ts'
import { PasswordKeys } from './password-keys.ts'
import { resetByCommand } from './reset-by-command.ts'
import type { SiteSessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'
import { Throttle } from './throttles.ts'

const hour = 3_600_000

/**
 * Sign-in and passwords (reference: sign-in, Signing in). Counters of attempts live in memory, because they only slow
 * attackers down.
 */
export class SiteAccounts implements Accounts {
  readonly #site: Site
  readonly #attempts: Attempts
  readonly #signIn: SignIn
  readonly #changes: PasswordChanges
  readonly #keys: PasswordKeys
  readonly #devices: Devices
  readonly #passwordsByAddress = new Throttle(30, hour)

  constructor(site: Site, credentials: Credentials, sessions: SiteSessions) {
    this.#site = site
    this.#attempts = new Attempts(() => {
      const { login_max_failures: maxFailures, login_lock_seconds: lockSeconds } = site.engine.settings
      return { maxFailures, lockSeconds }
    })
    this.#devices = new Devices(site)
    this.#signIn = new SignIn(site, credentials, sessions, this.#attempts, this.#devices)
    this.#changes = new PasswordChanges(site, credentials, sessions, this.#attempts)
    this.#keys = new PasswordKeys(site, this.#changes, this.#devices)
  }

  signIn(body: Body, caller: Caller) {
    return this.#signIn.byPassword(body, caller)
  }

  signInFromHq(person: HqPerson, caller: Caller, requestId: string) {
    return this.#signIn.fromHq(person, caller, requestId)
  }

  userOfHq(person: Omit<HqPerson, 'minted'>, requestId: string): Promise<string> {
    return userOfHq(this.#site, person, requestId)
  }

  requestReset(body: Body, caller: Caller): void {
    this.#keys.requestReset(body, caller)
  }

  async setPassword(body: Body, caller: Caller, session: Session | null): Promise<string> {
    const address = addressKey(caller.ip)
    const seconds = this.#passwordsByAddress.wait(address)
    if (seconds > 0) throw tooManyAttempts(seconds)
    this.#passwordsByAddress.count(address)
    try {
      const user = await this.#setPassword(body, session)
      this.#passwordsByAddress.uncount(address)
      const account = user.toLowerCase()
      const device = this.#devices.idFor(caller.cookie, account)
      this.#attempts.succeed({ account, network: networkKey(caller.ip), device })
      return user
    } catch (error) {
      if (!isCallersFault(error)) this.#passwordsByAddress.uncount(address)
      throw error
    }
  }

  mailKeyIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void> {
    return this.#keys.mailIn(tx, user, kind)
  }

  renewKeyIn(tx: Tx, user: string, kind: KeyKind): Promise<string> {
    return this.#keys.renewIn(tx, user, kind)
  }

  resetByCommand(name: unknown): Promise<{ user: string; password: string }> {
    return resetByCommand(this.#site, name)
  }

  isGoodKey(key: string): Promise<boolean> {
    return this.#keys.isGood(key)
  }

  /** True if `old` is the current password of the session's user; inside a transaction. @throws Problem 429 */
  isCurrentPasswordIn(tx: Tx, session: Session, old: unknown): Promise<boolean> {
    return this.#changes.isCurrentIn(tx, session, old)
  }

  async #setPassword(body: Body, session: Session | null): Promise<string> {
    const [key, password] = [textOf(body.key).trim(), textOf(body.password)]
    if (key) return this.#keys.setPassword(key, password)
    if (!session) throw notSignedIn()
    await this.#changes.setOwn(session, textOf(body.old_password), password)
    return session.user
  }
}
