import { invalid, limits, notSignedIn, Problem } from '@tavla/contract'
import { type StoredRow, systemContext, updateIn } from '../../entity/index.ts'
import type { Session, Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { type Attempts, isCallersFault } from './attempts.ts'
import type { Credentials } from './credentials.ts'
import { passwordFault } from './password-rules.ts'
import { hashPassword, verifyPassword, verifyPasswordNow } from './passwords.ts'
import { isOfHq, signInThroughHq, userById } from './people.ts'
import type { SiteSessions } from './sessions.ts'

/** Changes passwords by their rules, and ends the sessions and keys of the old one. */
export class PasswordChanges {
  readonly #site: Site
  readonly #credentials: Credentials
  readonly #sessions: SiteSessions
  readonly #attempts: Attempts

  constructor(site: Site, credentials: Credentials, sessions: SiteSessions, attempts: Attempts) {
    this.#site = site
    this.#credentials = credentials
    this.#sessions = sessions
    this.#attempts = attempts
  }

  /**
   * Sets a user's password and ends all their sessions except `survivor`. `before` runs in the same transaction.
   * @throws Problem 417 for a password that breaks the rules
   */
  async set(user: StoredRow, password: string, before?: (tx: Tx) => Promise<void>, survivor?: string): Promise<void> {
    this.#refuseBad(password, user)
    const { engine, store } = this.#site
    const id = String(user.id)
    const made = await hashPassword(password)
    await store.write(async (tx) => {
      await before?.(tx)
      await this.#credentials.setIn(tx, id, made)
      await this.#sessions.endAllIn(tx, id, survivor)
      // An invited user becomes active; the behaviour derives the status.
      await updateIn(engine, systemContext(engine), tx, 'User', id, { status: 'Active' })
    })
  }

  /** Sets the password of a session's user, who must know the current one. @throws Problem 401, 417, 429 */
  async setOwn(session: Session, old: string, password: string): Promise<void> {
    const user = await userById(this.#site, session.user)
    if (!user) throw notSignedIn()
    if (isOfHq(user)) throw invalid(signInThroughHq.text)
    await this.#requireCurrent(session, old)
    await this.set(user, password, undefined, session.id)
  }

  /**
   * True if a session's user knows the current password. For use in a transaction, so it hashes synchronously, which
   * takes about 20 ms.
   * @throws Problem 429
   */
  async isCurrentIn(tx: Tx, { user, id: session }: Session, old: unknown): Promise<boolean> {
    const attempt = { account: user.toLowerCase(), session }
    const stored = await this.#credentials.hashOf(tx, user)
    this.#attempts.begin(attempt)
    const isPlausible = typeof old === 'string' && old !== '' && old.length <= limits.passwordLength
    const isRight = isPlausible && verifyPasswordNow(old, stored)
    if (isRight) this.#attempts.succeed(attempt)
    return isRight
  }

  async #requireCurrent({ user, id: session }: Session, old: string): Promise<void> {
    const attempt = { account: user.toLowerCase(), session }
    this.#attempts.begin(attempt)
    try {
      const stored = await this.#credentials.hashOf(this.#site.store, user)
      const isPlausible = old !== '' && old.length <= limits.passwordLength
      const { isRight } = await verifyPassword(isPlausible ? old : 'x', isPlausible ? stored : undefined)
      if (!isRight) throw wrongPassword()
      this.#attempts.succeed(attempt)
    } catch (error) {
      if (!isCallersFault(error)) this.#attempts.takeBack(attempt)
      throw error
    }
  }

  #refuseBad(password: string, user: StoredRow): void {
    const { password_min_length: minLength, site_title: siteTitle } = this.#site.engine.settings
    const owner = { email: String(user.email ?? ''), full_name: String(user.full_name ?? ''), siteTitle }
    const fault = passwordFault(password, minLength, owner)
    if (!fault) return
    const errors = [{ fieldname: 'password', message: fault }]
    throw new Problem(417, 'ValidationError', 'Invalid Value', fault, { errors })
  }
}

export const wrongCurrent = { text: 'The current password is not correct.' }

/** Shown at the field of the current password. */
function wrongPassword(): Problem {
  const errors = [{ fieldname: 'old_password', message: wrongCurrent }]
  return new Problem(417, 'ValidationError', 'Invalid Value', wrongCurrent, { errors })
}
