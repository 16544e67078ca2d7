import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { databaseIsAway, StoreUnavailable } from './errors.ts'
import { PostgresClaim } from './postgres-claim.ts'
import type { WatchedClient } from './postgres-client.ts'
import { OwnConnection, ownPatience, within } from './postgres-own.ts'

/** Between two looks at the connections; a look at healthy ones asks the server nothing. Milliseconds. */
const glance = 500
/** Between two looks while something is wrong. Milliseconds. */
const closeGlance = 250
/** How long an answer may be out before the server is asked about it. Milliseconds. */
const suspectAfter = 1_000
/** Between two looks at a claim: far less than the server takes to give away that of a line that is dead. Milliseconds. */
const claimGlance = 5_000
/** How long a start waits for the process before it to be gone. Milliseconds. */
const claimPatience = 3_000

/** A connection that waits, as it stood at the last look. */
interface Suspect {
  askedAt: number
  received: number
}

/**
 * Watches the connections of one process from one of its own. A server that hangs, or a line that swallows what goes over
 * it, leaves calls waiting for ever without any error. So when an answer is late, the server is asked what the late
 * connection is doing: if it is gone, or waits for a question itself, the line is dead and is thrown away. While the
 * server answers nobody it is `away`: calls are refused at once, and the first answer lets them in again.
 */
export class PostgresWatch {
  readonly #clients = new Set<WatchedClient>()
  readonly #timer: NodeJS.Timeout
  readonly #own: OwnConnection
  readonly #claim: PostgresClaim
  #suspects = new Map<WatchedClient, Suspect>()
  #looking: Promise<void> | undefined
  #lookedAt = 0
  #isAway = false
  #isInDoubt = false
  /** Told, once, when another process has taken the claim. */
  #onTaken: ((holder: string) => void) | undefined
  #isTaken = false

  constructor(url: string) {
    this.#own = new OwnConnection(url, () => this.doubt())
    this.#claim = new PostgresClaim(this.#own)
    this.#timer = setInterval(() => this.#glance(), glance).unref()
  }

  add(client: WatchedClient): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** A connection of the pool. @throws StoreUnavailable at once while the server is away */
  async take(pool: pg.Pool): Promise<WatchedClient & pg.PoolClient> {
    if (this.#isAway) throw new StoreUnavailable(databaseIsAway)
    try {
      return (await pool.connect()) as unknown as WatchedClient & pg.PoolClient
    } catch (error) {
      this.doubt()
      throw error
    }
  }

  /** As `take`, and only while the claim stands, where there is one. */
  async takeForWrite(pool: pg.Pool): Promise<WatchedClient & pg.PoolClient> {
    if (this.#onTaken && !this.#claim.isHeld) {
      await this.#look()
      if (!this.#claim.isHeld) throw new StoreUnavailable(databaseIsAway)
    }
    return this.take(pool)
  }

  /**
   * Holds the database for this process from now on; `onTaken` hears when another got it after our connection had been
   * lost. @returns who holds it, when that is somebody else
   */
  async claim(onTaken: (holder: string) => void): Promise<string | undefined> {
    const latest = performance.now() + claimPatience
    for (;;) {
      const state = await this.#claim.take()
      if (state.kind === 'held') break
      if (performance.now() < latest) await setTimeout(closeGlance)
      else if (state.kind === 'other') return state.holder
      else throw new StoreUnavailable(databaseIsAway)
    }
    this.#onTaken = onTaken
    return undefined
  }

  /** Has the server asked whether it still answers; nobody waits for that here. */
  doubt(): void {
    this.#isInDoubt = true
    void this.#look()
  }

  /** Whether the server answers now; resolves within about a second. */
  async isReachable(): Promise<boolean> {
    if (this.#isAway) return false
    this.#isInDoubt = true
    return (
      (await within(
        ownPatience,
        this.#look().then(() => !this.#isAway),
      )) ?? false
    )
  }

  /**
   * What became of a transaction whose connection broke while it was committed; asked until `latest` (by
   * `performance.now()`). `unknown` when the server gave no answer, or has forgotten.
   */
  async outcomeOf(xid: string, backend: number, latest: number): Promise<'committed' | 'aborted' | 'unknown'> {
    do {
      const rows = await this.#own.ask('select pg_xact_status($1::text::xid8) as status', [xid]).catch(() => [])
      const status = rows?.[0]?.status
      if (status === 'committed' || status === 'aborted') return status
      if (rows && status !== 'in progress') return 'unknown'
      // Its process waits for a word that got lost on the way, or has not noticed that nobody is there any more.
      if (rows) await this.#own.ask('select pg_terminate_backend($1)', [backend]).catch(() => [])
      await setTimeout(closeGlance)
    } while (performance.now() < latest)
    return 'unknown'
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#onTaken = undefined
    await this.#own.close()
  }

  #glance(): void {
    const now = performance.now()
    let isLate = false
    for (const client of this.#clients) {
      if (client.isOverdue(now, this.#isAway)) client.cut()
      else isLate ||= client.waitsSince(now) > suspectAfter
    }
    const isClaimInDoubt = this.#onTaken && (!this.#claim.isHeld || now - this.#lookedAt > claimGlance)
    if (isLate || isClaimInDoubt || this.#isInDoubt || this.#isAway) void this.#look()
  }

  /** One at a time; whoever asks while one is under way gets its outcome. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    this.#lookedAt = performance.now()
    const backends = [...this.#clients].map(({ backend }) => backend)
    const question = 'select pid, state from pg_stat_activity where pid = any($1::int[])'
    const rows = await this.#own.ask(question, [backends]).catch(() => 'refused' as const)
    this.#isInDoubt = false
    if (!rows) {
      this.#isAway = true
      return
    }
    await this.#claimAgain()
    if (this.#isAway) {
      this.#isAway = false
      this.#cutIdle()
    }
    if (rows === 'refused') return
    this.#judge(new Map(rows.map(({ pid, state }) => [Number(pid), state])))
    if (this.#suspects.size > 0) setTimeout(closeGlance, undefined, { ref: false }).then(() => this.doubt(), ignore)
  }

  async #claimAgain(): Promise<void> {
    // What another has written since is not known here: it stays lost, also once the other is gone.
    if (!this.#onTaken || this.#isTaken) return
    const state = await this.#claim.take().catch(() => undefined)
    if (state?.kind !== 'other') return
    this.#isTaken = true
    this.#onTaken?.(state.holder)
  }

  /** Twice in the same place without a byte between: a line on which the server waits for us while we wait for it is dead. */
  #judge(states: ReadonlyMap<number, unknown>): void {
    const now = performance.now()
    const before = this.#suspects
    this.#suspects = new Map()
    let isAnyDead = false
    for (const client of this.#clients) {
      const { askedAt, received, backend } = client
      if (client.waitsSince(now) < suspectAfter || isAtWork(states, backend)) continue
      const last = before.get(client)
      if (last?.askedAt !== askedAt || last.received !== received) {
        this.#suspects.set(client, { askedAt, received })
        continue
      }
      isAnyDead = true
      client.cut()
      // Else its locks stay until the server notices by itself that nobody is there any more.
      this.#own.ask('select pg_terminate_backend($1)', [backend]).catch(ignore)
    }
    if (isAnyDead) this.#cutIdle()
  }

  /** Those that lie in a pool went over the same line, and the next call would find that out only by waiting. */
  #cutIdle(): void {
    for (const client of this.#clients) if (!client.isTaken) client.cut()
  }
}

/** Whether the server says that it works on the question; what it does not tell counts as work. */
function isAtWork(states: ReadonlyMap<number, unknown>, backend: number): boolean {
  if (backend === 0) return true
  const state = states.get(backend)
  return states.has(backend) && !(typeof state === 'string' && state.startsWith('idle'))
}

const ignore = () => {}
