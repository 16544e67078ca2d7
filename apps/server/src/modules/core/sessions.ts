import { hash, randomBytes } from 'node:crypto'
import { createIn, find, type Matches, setSilently, systemContext, updateIn } from '../../entity/index.ts'
import { readCookie, setCookie } from '../../ground/cookie.ts'
import type { Caller, HqPerson, Session, Sessions, Site } from '../../site.ts'
import { usingReserve } from '../../store/full-disk.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { noteEndIn, refuseEndedIn, sessionsOfHq } from './hq-people.ts'

/** How often the expiry of a session in use moves on. */
const slideMillis = 60_000
const dayMillis = 86_400_000
/** Of a session that came through HQ: who left there must not stay here. */
const hqMillis = 12 * 3_600_000
const mostKept = 20_000

interface Living extends Session {
  readonly hash: string
  /** The end that no use postpones. */
  readonly latest: number
  expires: number
  slidAt: number
}

/** Sessions of a site: rows in the store, and in memory those that are in use (reference: sign-in, Sessions). */
export class SiteSessions implements Sessions {
  readonly #site: Site
  readonly #living = new Map<string, Living>()
  readonly #hashes = new Map<string, string>()
  readonly #listeners = new Set<(session: Session) => void>()
  /** Grows with every session that ends: what was read before may be about one of them. */
  #ends = 0
  #timer: NodeJS.Timeout | undefined

  constructor(site: Site) {
    this.#site = site
  }

  async create(user: string, caller: Caller, via: 'Password' | 'HQ Token', person?: HqPerson) {
    const { engine } = this.#site
    const token = randomBytes(32).toString('base64url')
    const now = Date.now()
    const latest = now + this.#longest(via)
    const expires = Math.min(latest, now + this.#idleMillis)
    const system = systemContext(engine)
    // The record belongs to the person, who may see and end it.
    const ctx = { ...system, actor: { ...system.actor, user } }
    const id = await engine.store.write(async (tx) => {
      if (person) await refuseEndedIn(tx, person)
      const { ip, userAgent } = caller
      const body = { user, status: 'Active', ip_address: ip, user_agent: userAgent, via }
      const { row } = await createIn(engine, ctx, tx, 'Session', body)
      const id = String(row.id)
      const secret = [id, hashOf(token), person?.id.toLowerCase() ?? null, person?.minted ?? null]
      await tx.run(
        sql`insert into session_secret (session, hash, hq_user, hq_minted) values (${sql.join(secret.map((value) => sql.val(value)))})`,
      )
      await setSilently(engine, tx, 'Session', id, { last_active: utc(now), expires: utc(expires) })
      return id
    })
    const living = { id, user, hash: hashOf(token), latest, expires, slidAt: now }
    this.#keep(living)
    return { session: living, token }
  }

  find(token: string): Session | undefined | Promise<Session | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const hashed = hashOf(token)
    const living = this.#living.get(hashed)
    if (!living) return this.#load(hashed)
    return living.expires > Date.now() ? living : undefined
  }

  findByCookie(header: string | undefined): Session | undefined | Promise<Session | undefined> {
    const token = readCookie(this.#site.config.cookieName, header)
    return token === undefined ? undefined : this.find(token)
  }

  touch(session: Session): boolean {
    const living = this.#livingById(session.id)
    const now = Date.now()
    if (!living || now - living.slidAt < slideMillis) return false
    living.slidAt = now
    living.expires = Math.min(living.latest, now + this.#idleMillis)
    this.#site.inBackground(this.#store(living, now))
    return true
  }

  async end(id: string): Promise<void> {
    const end = (tx: Tx) => this.#endIn(tx, id, this.#livingById(id)?.user)
    // A full disk keeps nobody signed in.
    await usingReserve(() => this.#site.engine.store.write(end))
  }

  endAll(user: string, except?: string): Promise<number> {
    return this.#site.engine.store.write((tx) => this.endAllIn(tx, user, except))
  }

  async endAllIn(tx: Tx, user: string, except?: string): Promise<number> {
    const ids = await this.#activeIds(tx, { user })
    const ending = ids.filter((id) => id !== except)
    for (const id of ending) await this.#endIn(tx, id, user)
    return ending.length
  }

  endOfHq(user: string, before: number): Promise<number> {
    return this.#site.engine.store.write(async (tx) => {
      await noteEndIn(tx, user, before)
      const ids = await sessionsOfHq(this.#site, tx, user, before)
      for (const id of ids) await this.#endIn(tx, id, await this.#userOf(tx, id))
      return ids.length
    })
  }

  /** Takes back what a session record that is deleted leaves behind. */
  async forgetIn(tx: Tx, id: string, user: string): Promise<void> {
    await tx.run(sql`delete from session_secret where session = ${id}`)
    tx.afterCommit(() => this.#drop({ id, user }))
  }

  onEnded(listener: (session: Session) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  cookie(token: string): string {
    const { config, engine } = this.#site
    return setCookie(config, config.cookieName, token, token ? engine.settings.session_idle_hours * 3600 : 0)
  }

  /** Ends what has expired, now and every minute, so that no socket outlives its session. */
  start(): void {
    const sweep = () => this.#site.inBackground(this.#endExpired())
    this.#timer = setInterval(sweep, slideMillis).unref()
    sweep()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  get #idleMillis(): number {
    return this.#site.engine.settings.session_idle_hours * 3_600_000
  }

  /** Milliseconds that a session lives at most, however much it is used. */
  #longest(via: unknown): number {
    const days = this.#site.engine.settings.session_max_days * dayMillis
    return via === 'HQ Token' ? Math.min(days, hqMillis) : days
  }

  async #userOf(reader: Reader, id: string): Promise<string> {
    const { engine } = this.#site
    return String((await engine.rows(engine.models.require('Session')).byId(reader, id))?.user ?? '')
  }

  #livingById(id: string): Living | undefined {
    return this.#living.get(this.#hashes.get(id) ?? '')
  }

  async #load(hashed: string): Promise<Session | undefined> {
    const { engine } = this.#site
    for (;;) {
      const ends = this.#ends
      const statement = sql<{ session: string }>`select session from session_secret where hash = ${hashed}`
      const secret = await engine.store.get(statement)
      const row = secret && (await engine.rows(engine.models.require('Session')).byId(engine.store, secret.session))
      // One that ended while it was read must not come back to life in memory.
      if (ends !== this.#ends) continue
      if (row?.status !== 'Active' || !row.user) return undefined
      const latest = millis(row.creation) + this.#longest(row.via)
      const expires = Math.min(millis(row.expires), latest)
      if (!(expires > Date.now())) return undefined
      const slidAt = millis(row.last_active)
      const living = { id: String(row.id), user: String(row.user), hash: hashed, latest, expires, slidAt }
      this.#keep(living)
      return living
    }
  }

  #keep(living: Living): void {
    this.#living.set(living.hash, living)
    this.#hashes.set(living.id, living.hash)
    if (this.#living.size <= mostKept) return
    const [oldest] = this.#living.values()
    if (!oldest) return
    this.#living.delete(oldest.hash)
    this.#hashes.delete(oldest.id)
  }

  async #store(living: Living, now: number): Promise<void> {
    const { engine } = this.#site
    await engine.store.write(async (tx) => {
      const times = { last_active: utc(now), expires: utc(living.expires) }
      await setSilently(engine, tx, 'Session', living.id, times)
      await setSilently(engine, tx, 'User', living.user, { last_active: times.last_active })
    })
  }

  async #endIn(tx: Tx, id: string, user: string | undefined): Promise<void> {
    const { engine } = this.#site
    await tx.run(sql`delete from session_secret where session = ${id}`)
    await updateIn(engine, systemContext(engine), tx, 'Session', id, { status: 'Ended' })
    tx.afterCommit(() => this.#drop({ id, user: user ?? '' }))
  }

  #drop(session: Session): void {
    this.#ends++
    this.#living.delete(this.#hashes.get(session.id) ?? '')
    this.#hashes.delete(session.id)
    for (const listener of this.#listeners) listener(session)
  }

  async #endExpired(): Promise<void> {
    const { store } = this.#site.engine
    const ids = await this.#activeIds(store, { expires: { below: utc(Date.now()) } })
    for (const id of ids) await this.end(id)
  }

  async #activeIds(reader: Reader, where: Matches): Promise<string[]> {
    const active = await find(this.#site.engine, 'Session', { where: { status: 'Active', ...where }, reader })
    return active.map(({ id }) => id)
  }
}

const hashOf = (token: string) => hash('sha256', token, 'hex')

const utc = (millis: number) => new Date(millis).toISOString().replace('T', ' ').replace('Z', '000')

const millis = (text: unknown) =>
  typeof text === 'string' ? Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`) : Number.NaN
