import { hash, randomBytes } from 'node:crypto'
import { createIn, find, type Matches, setSilently, systemContext, updateIn } from '../../entity/index.ts'
import { readCookie, setCookie } from '../../ground/cookie.ts'
import { millisOf, utcText } from '../../ground/utc-text.ts'
import type { Caller, HqPerson, Session, Sessions, Site } from '../../site.ts'
import { usingReserve } from '../../store/full-disk.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { noteEndIn, refuseEndedIn, sessionsOfHq } from './hq-people.ts'

/** How often the expiry of a session in use moves on, in milliseconds. */
const slideMillis = 60_000
const dayMillis = 86_400_000
/** Maximum life of a session through HQ, in milliseconds: a user who left HQ must not stay signed in here. */
const hqMillis = 12 * 3_600_000
const maxCached = 20_000
/** How long a call may be under way with a cookie that the browser no longer has, in milliseconds. */
const lateMillis = 5 * 60_000

interface LiveSession extends Session {
  readonly hash: string
  /** The end that use doesn't postpone; UTC, milliseconds. */
  readonly latest: number
  expires: number
  slidAt: number
}

/** Sessions of a site: rows in the store, and those in use also in memory (reference: sign-in, Sessions). */
export class SiteSessions implements Sessions {
  readonly #site: Site
  readonly #living = new Map<string, LiveSession>()
  readonly #hashes = new Map<string, string>()
  /** When the cookies with these hashes were replaced or removed in their browsers. */
  readonly #left = new Map<string, number>()
  readonly #listeners = new Set<(session: Session) => void>()
  /** Counts ended sessions, so that a read can tell whether one ended meanwhile. */
  #ends = 0
  #timer: NodeJS.Timeout | undefined

  constructor(site: Site) {
    this.#site = site
  }

  async create(user: string, caller: Caller, via: 'Password' | 'HQ Token', person?: HqPerson) {
    const { engine } = this.#site
    const token = randomBytes(32).toString('base64url')
    const now = Date.now()
    const latest = now + this.#maxMillis(via)
    const expires = Math.min(latest, now + this.#idleMillis)
    const system = systemContext(engine)
    // The user owns the record and may see and end it.
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
      await setSilently(engine, tx, 'Session', id, { last_active: utcText(now), expires: utcText(expires) })
      return id
    })
    const live = { id, user, hash: hashOf(token), latest, expires, slidAt: now }
    this.#keep(live)
    return { session: live, token }
  }

  find(token: string): Session | undefined | Promise<Session | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const hashed = hashOf(token)
    const live = this.#living.get(hashed)
    if (!live) return this.#load(hashed)
    return live.expires > Date.now() ? live : undefined
  }

  findByCookie(header: string | undefined): Session | undefined | Promise<Session | undefined> {
    const token = readCookie(this.#site.config.cookieName, header)
    return token === undefined ? undefined : this.find(token)
  }

  touch(session: Session): boolean {
    const live = this.#livingById(session.id)
    const now = Date.now()
    if (!live || now - live.slidAt < slideMillis) return false
    live.slidAt = now
    live.expires = Math.min(live.latest, now + this.#idleMillis)
    this.#site.inBackground(this.#store(live, now))
    return true
  }

  isInUse(session: Session): boolean {
    return this.#livingById(session.id) !== undefined
  }

  async end(id: string): Promise<void> {
    const end = (tx: Tx) => this.#endIn(tx, id, this.#livingById(id)?.user)
    // Ending a session must work on a full disk.
    await usingReserve(() => this.#site.engine.store.write(end))
  }

  async leave(session: Session | null, header: string | undefined): Promise<void> {
    const token = readCookie(this.#site.config.cookieName, header)
    if (token !== undefined) this.#left.set(hashOf(token), Date.now())
    if (session) await this.end(session.id)
  }

  mustClear(header: string | undefined): boolean {
    const token = readCookie(this.#site.config.cookieName, header)
    return token !== undefined && !this.#left.has(hashOf(token))
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

  /** Cleans up after a session record is deleted. */
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

  /** Ends expired sessions, now and every minute, so that no socket outlives its session. */
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

  /** Maximum life of a session in milliseconds, however much it is used. */
  #maxMillis(via: unknown): number {
    const days = this.#site.engine.settings.session_max_days * dayMillis
    return via === 'HQ Token' ? Math.min(days, hqMillis) : days
  }

  async #userOf(reader: Reader, id: string): Promise<string> {
    const { engine } = this.#site
    return String((await engine.rows(engine.models.require('Session')).byId(reader, id))?.user ?? '')
  }

  #livingById(id: string): LiveSession | undefined {
    return this.#living.get(this.#hashes.get(id) ?? '')
  }

  async #load(hashed: string): Promise<Session | undefined> {
    const { engine } = this.#site
    for (;;) {
      const ends = this.#ends
      const statement = sql<{ session: string }>`select session from session_secret where hash = ${hashed}`
      const secret = await engine.store.get(statement)
      const row = secret && (await engine.rows(engine.models.require('Session')).byId(engine.store, secret.session))
      // A session that ended during the read must not return to memory.
      if (ends !== this.#ends) continue
      if (row?.status !== 'Active' || !row.user) return undefined
      const latest = millisOf(String(row.creation)) + this.#maxMillis(row.via)
      const expires = Math.min(millisOf(String(row.expires)), latest)
      if (!(expires > Date.now())) return undefined
      const slidAt = millisOf(String(row.last_active))
      const live = { id: String(row.id), user: String(row.user), hash: hashed, latest, expires, slidAt }
      this.#keep(live)
      return live
    }
  }

  #keep(live: LiveSession): void {
    this.#living.set(live.hash, live)
    this.#hashes.set(live.id, live.hash)
    if (this.#living.size <= maxCached) return
    const [oldest] = this.#living.values()
    if (!oldest) return
    this.#living.delete(oldest.hash)
    this.#hashes.delete(oldest.id)
  }

  async #store(live: LiveSession, now: number): Promise<void> {
    const { engine } = this.#site
    await engine.store.write(async (tx) => {
      const times = { last_active: utcText(now), expires: utcText(live.expires) }
      await setSilently(engine, tx, 'Session', live.id, times)
      await setSilently(engine, tx, 'User', live.user, { last_active: times.last_active })
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
    for (const [hashed, at] of this.#left) if (at < Date.now() - lateMillis) this.#left.delete(hashed)
    const { store } = this.#site.engine
    const ids = await this.#activeIds(store, { expires: { below: utcText(Date.now()) } })
    for (const id of ids) await this.end(id)
  }

  async #activeIds(reader: Reader, where: Matches): Promise<string[]> {
    const active = await find(this.#site.engine, 'Session', { where: { status: 'Active', ...where }, reader })
    return active.map(({ id }) => id)
  }
}

const hashOf = (token: string) => hash('sha256', token, 'hex')
