import { invalid, limits, loginFailed, notSignedIn, Problem, tooManyAttempts } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { addressKey } from '../../address-key.ts'
import { actorOf, systemContext, updateIn } from '../../entity/index.ts'
import type { StoredRow } from '../../entity/rows.ts'
import { touch } from '../../entity/touch.ts'
import { run } from '../../outbox/system-sql.ts'
import type { Accounts, Caller, KeyKind, MailedUser, Session, SignedIn, Site } from '../../site.ts'
import { usingReserve } from '../../store/full-disk.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { findKey, hashOfKey, makeKeyIn } from './account-keys.ts'
import { mailKey } from './account-mails.ts'
import type { Credentials } from './credentials.ts'
import { passwordFault } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { SiteSessions } from './sessions.ts'
import { AccountLocks, Throttle } from './throttles.ts'

const minute = 60_000

type Body = Readonly<Record<string, unknown>>

/** Signing in, and passwords (contract 3.4). Counters live in memory: they are for slowing down, not for the record. */
export class SiteAccounts implements Accounts {
  readonly #site: Site
  readonly #credentials: Credentials
  readonly #sessions: SiteSessions
  readonly #locks: AccountLocks
  readonly #signInsByAddress = new Throttle(50, 10 * minute)
  readonly #resetsByAddress = new Throttle(60, 60 * minute)
  readonly #resetsByUser = new Throttle(10, 60 * minute)
  readonly #passwordsByAddress = new Throttle(30, 60 * minute)

  constructor(site: Site, credentials: Credentials, sessions: SiteSessions) {
    this.#site = site
    this.#credentials = credentials
    this.#sessions = sessions
    this.#locks = new AccountLocks(() => {
      const { login_max_failures: maxFailures, login_lock_seconds: lockSeconds } = site.engine.settings
      return { maxFailures, lockSeconds }
    })
  }

  async signIn(body: Body, caller: Caller) {
    const name = text(body.email) || text(body.user)
    const password = text(body.password, false)
    const user = await this.#checked(name, password, caller)
    return this.#welcome(user, caller, 'Password')
  }

  async signInAs(user: string, caller: Caller, via: 'HQ Token') {
    const row = await this.#userRow(user)
    if (row?.enabled !== 1) throw loginFailed()
    return this.#welcome(row, caller, via)
  }

  requestReset(body: Body, caller: Caller): void {
    const address = addressKey(caller.ip)
    refuseIf(this.#resetsByAddress.wait(address))
    this.#resetsByAddress.count(address)
    const email = text(body.email)
    if (email.length > limits.dataLength || !isEmailAddress(email)) throw invalid('Please enter a valid email address.')
    // Whether there is such a person, and how long a mail takes, must not show in the answer.
    this.#site.inBackground(this.#mailReset(email))
  }

  async setPassword(body: Body, caller: Caller, session: Session | null): Promise<string> {
    const address = addressKey(caller.ip)
    refuseIf(this.#passwordsByAddress.wait(address))
    this.#passwordsByAddress.count(address)
    const password = text(body.password, false)
    const user = text(body.key)
      ? await this.#setByKey(text(body.key), password)
      : await this.#setByOldPassword(text(body.old_password, false), password, session)
    this.#passwordsByAddress.uncount(address)
    return user
  }

  async mailKeyIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void> {
    await mailKey(this.#site, tx, user, kind, await makeKeyIn(this.#site, tx, user.id, kind))
  }

  async renewKeyIn(tx: Tx, user: string, kind: KeyKind): Promise<string> {
    const { engine } = this.#site
    const row = await engine.rows(engine.models.require('User')).byId(tx, user)
    if (row?.enabled !== 1) throw invalid('{0} cannot sign in, so there is no new link for them.', [user])
    return makeKeyIn(this.#site, tx, user, kind)
  }

  async isGoodKey(key: string): Promise<boolean> {
    return (await findKey(this.#site, this.#site.store, key)) !== undefined
  }

  /**
   * The user whose password this is. Everyone without one takes as long, and hears the same.
   * @throws Problem 401, 429
   */
  async #checked(name: string, password: string, caller: Caller): Promise<StoredRow> {
    const address = addressKey(caller.ip)
    const account = name.slice(0, limits.dataLength).toLowerCase()
    refuseIf(Math.max(this.#signInsByAddress.wait(address), this.#locks.wait(account)))
    this.#signInsByAddress.count(address)
    this.#locks.fail(account)
    const user = await this.#userByName(name)
    const known = user && user.enabled === 1 && user.id !== 'Guest' ? user : undefined
    const stored = known && (await this.#credentials.hashOf(this.#site.store, String(known.id)))
    const isPlausible = password !== '' && password.length <= limits.passwordLength
    const { isRight, isOld } = await verifyPassword(isPlausible ? password : 'x', isPlausible ? stored : undefined)
    if (!known || !isRight) throw loginFailed()
    this.#locks.succeed(account)
    this.#signInsByAddress.uncount(address)
    if (isOld) this.#site.inBackground(this.#rehash(String(known.id), password, String(stored)))
    return known
  }

  async #welcome(user: StoredRow, caller: Caller, via: 'Password' | 'HQ Token') {
    const { config, engine } = this.#site
    const id = String(user.id)
    const enter = () => this.#sessions.create(id, caller, via)
    const actor = await actorOf(engine, id)
    // On a full disk, those come in who can make room.
    const mayMakeRoom = actor?.all || actor?.roles.has('System Manager')
    const { token } = await (mayMakeRoom ? usingReserve(enter) : enter())
    const now = engine.clock.nowUtc()
    const traces = { last_login: now, last_active: now, last_ip: caller.ip }
    this.#site.inBackground(engine.store.write((tx) => touch(engine, tx, 'User', id, traces)))
    const answer: SignedIn = {
      message: 'Logged In',
      user: id,
      full_name: String(user.full_name ?? id),
      lang: user.language === 'he' ? 'he' : 'en',
      home_page: config.apps.includes('hq') ? '/project' : '/app',
    }
    return { answer, token }
  }

  async #setByKey(key: string, password: string): Promise<string> {
    const { store } = this.#site
    const gone = () => invalid('This link is invalid or has expired.')
    const owner = await findKey(this.#site, store, key)
    const user = owner === undefined ? undefined : await this.#userRow(owner)
    if (user?.enabled !== 1) throw gone()
    // A password that is refused leaves the key for another try.
    this.#refuseBad(password, user)
    const made = await hashPassword(password)
    await store.write(async (tx) => {
      const used = await run(tx, sql`delete from reset_key where hash = ${hashOfKey(key)}`)
      if (used === 0) throw gone()
      await this.#change(tx, String(user.id), made)
    })
    this.#locks.succeed(String(user.id).toLowerCase())
    return String(user.id)
  }

  async #setByOldPassword(old: string, password: string, session: Session | null): Promise<string> {
    if (!session) throw notSignedIn()
    const { store } = this.#site
    const account = session.user.toLowerCase()
    refuseIf(this.#locks.wait(account))
    this.#locks.fail(account)
    const stored = await this.#credentials.hashOf(store, session.user)
    const isPlausible = old !== '' && old.length <= limits.passwordLength
    const { isRight } = await verifyPassword(isPlausible ? old : 'x', isPlausible ? stored : undefined)
    if (!isRight) throw wrongPassword()
    this.#locks.succeed(account)
    const user = await this.#userRow(session.user)
    if (!user) throw notSignedIn()
    this.#refuseBad(password, user)
    const made = await hashPassword(password)
    await store.write((tx) => this.#change(tx, session.user, made, session.id))
    return session.user
  }

  async #change(tx: Tx, user: string, made: string, survivor?: string): Promise<void> {
    const { engine } = this.#site
    await this.#credentials.setIn(tx, user, made)
    await this.#sessions.endAllIn(tx, user, survivor)
    // Whoever was invited is active from now on; the behaviour works the status out.
    await updateIn(engine, systemContext(engine), tx, 'User', user, { status: 'Active' })
  }

  #refuseBad(password: string, user: StoredRow): void {
    const person = { email: String(user.email ?? ''), full_name: String(user.full_name ?? '') }
    const fault = passwordFault(password, this.#site.engine.settings.password_min_length, person)
    if (!fault) return
    const errors = [{ fieldname: 'password', message: fault }]
    throw new Problem(417, 'ValidationError', 'Invalid Value', fault, { errors })
  }

  async #mailReset(email: string): Promise<void> {
    const { store } = this.#site
    const user = await this.#userByName(email)
    if (user?.enabled !== 1 || user.id === 'Guest') return
    const id = String(user.id)
    if (this.#resetsByUser.wait(id) > 0) return
    this.#resetsByUser.count(id)
    await store.write((tx) => this.mailKeyIn(tx, mailedUser(user), 'reset'))
  }

  async #rehash(user: string, password: string, old: string): Promise<void> {
    const { store } = this.#site
    const made = await hashPassword(password)
    const set = sql`update credential set hash = ${made} where ${sql.id('user')} = ${user} and hash = ${old}`
    await store.write((tx) => run(tx, set))
  }

  /** By id, which is the email in lower case; Administrator also by the address in its email field. */
  async #userByName(name: string): Promise<StoredRow | undefined> {
    const plain = name.toLowerCase()
    if (plain === '' || name.length > limits.dataLength) return undefined
    if (plain === 'administrator') return this.#userRow('Administrator')
    const user = await this.#userRow(plain)
    if (user) return user
    const administrator = await this.#userRow('Administrator')
    return administrator?.email === plain ? administrator : undefined
  }

  #userRow(id: string): Promise<StoredRow | undefined> {
    const { engine } = this.#site
    return engine.rows(engine.models.require('User')).byId(engine.store, id)
  }
}

/** What a mail to a person needs, from their stored record: never an address that somebody typed. */
export function mailedUser(row: Readonly<Record<string, unknown>>): MailedUser {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  return {
    id: text('id'),
    email: text('email'),
    full_name: text('full_name'),
    language: row.language === 'he' ? 'he' : 'en',
  }
}

/** Addresses of the reserved name `invalid` stand for none; nothing is ever mailed there. */
export const isReachable = (email: string) => isEmailAddress(email) && !email.endsWith('.invalid')

/** Said beside the box of the current password. */
function wrongPassword(): Problem {
  const message = { text: 'The current password is not correct.' }
  const errors = [{ fieldname: 'old_password', message }]
  return new Problem(417, 'ValidationError', 'Invalid Value', message, { errors })
}

const text = (value: unknown, trim = true) => (typeof value !== 'string' ? '' : trim ? value.trim() : value)

function refuseIf(seconds: number): void {
  if (seconds > 0) throw tooManyAttempts(seconds)
}
