import { randomInt } from 'node:crypto'
import { invalid, limits, textOf, tooManyAttempts } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { addressKey } from '../../ground/address-key.ts'
import type { Caller, KeyKind, MailedUser, Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { findKey, hashOfKey, makeKeyIn } from './account-keys.ts'
import { mailKey } from './account-mails.ts'
import type { Body } from './body.ts'
import type { Devices } from './devices.ts'
import type { PasswordChanges } from './password-changes.ts'
import { accountOf, isOfHq, mailedUser, signInThroughHq, userById, userByName } from './people.ts'
import { Throttle } from './throttles.ts'

const hour = 3_600_000
/** Random delay before a reset mail, in milliseconds, so that the timing of later calls reveals nothing. */
const resetPause = { min: 500, max: 2500 }

/** Mails keys with which users set a password: after they forgot it, or with an invitation. */
export class PasswordKeys {
  readonly #site: Site
  readonly #changes: PasswordChanges
  readonly #devices: Devices
  readonly #resetsByAddress = new Throttle(5, hour)
  readonly #resetsByAccount = new Throttle(3, hour)

  constructor(site: Site, changes: PasswordChanges, devices: Devices) {
    this.#site = site
    this.#changes = changes
    this.#devices = devices
  }

  /** Mails a key to the owner of an address, if there is one. @throws Problem 417, 429 */
  requestReset(body: Body, caller: Caller): void {
    const email = textOf(body.email).trim()
    if (email.length > limits.dataLength || !isEmailAddress(email)) throw invalid('Please enter a valid email address.')
    const address = addressKey(caller.ip)
    const seconds = this.#resetsByAddress.wait(address)
    if (seconds > 0) throw tooManyAttempts(seconds)
    this.#resetsByAddress.count(address)
    // Neither this answer nor the time of later calls may reveal whether the user exists.
    this.#site.inBackgroundAfter(randomInt(resetPause.min, resetPause.max), () => this.#mailReset(email, caller))
  }

  /** Makes and mails a key in the caller's transaction. */
  async mailIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void> {
    await mailKey(this.#site, tx, user, kind, await makeKeyIn(this.#site, tx, user.id, kind))
  }

  /** Makes a new key before a retry of a mail. @throws Problem 417 when the user is deleted or disabled */
  async renewIn(tx: Tx, user: string, kind: KeyKind): Promise<string> {
    const row = await userById(this.#site, user, tx)
    if (row?.enabled !== 1) throw invalid('{0} cannot sign in, so there is no new link for them.', [user])
    if (isOfHq(row)) throw invalid(signInThroughHq.text)
    return makeKeyIn(this.#site, tx, user, kind)
  }

  async isGood(key: string): Promise<boolean> {
    return (await findKey(this.#site, this.#site.store, key)) !== undefined
  }

  /** Sets a password by a key and voids all keys of the user; resolves to the user. @throws Problem 417 */
  async setPassword(key: string, password: string): Promise<string> {
    const gone = () => invalid('This link is invalid or has expired.')
    const owner = await findKey(this.#site, this.#site.store, key)
    const user = owner === undefined ? undefined : await userById(this.#site, owner)
    if (user?.enabled !== 1) throw gone()
    if (isOfHq(user)) throw invalid(signInThroughHq.text)
    // A refused password leaves the key valid for another try.
    await this.#changes.set(user, password, async (tx) => {
      if ((await tx.run(sql`delete from reset_key where hash = ${hashOfKey(key)}`)) === 0) throw gone()
    })
    return String(user.id)
  }

  async #mailReset(email: string, caller: Caller): Promise<void> {
    const user = await userByName(this.#site, email)
    if (user?.enabled !== 1 || user.id === 'Guest' || isOfHq(user)) return
    const account = accountOf(user, email)
    // Resets by strangers share one limit; a known device of the user has its own.
    const device = this.#devices.idFor(caller.cookie, account)
    const measure = device === undefined ? account : `${account}\n${device}`
    if (this.#resetsByAccount.wait(measure) > 0) return
    this.#resetsByAccount.count(measure)
    try {
      await this.#site.store.write((tx) => this.mailIn(tx, mailedUser(user), 'reset'))
    } catch (error) {
      this.#resetsByAccount.uncount(measure)
      throw error
    }
  }
}
