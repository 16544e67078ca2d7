import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { databaseIsAway, StoreUnavailable } from './errors.ts'
import { PostgresClaim } from './postgres-claim.ts'
import type { WatchedClient } from './postgres-client.ts'
import { answerTimeout, OwnConnection, within } from './postgres-own.ts'

/** Interval between two checks of the connections; a check of healthy ones sends the server nothing. Milliseconds. */
const checkInterval = 500
/** Interval between two checks while something is wrong. Milliseconds. */
const quickCheckInterval = 250
/** How late an answer may be before the server is asked about it. Milliseconds. */
const suspectAfter = 1_000
/** Interval between two checks of a claim: far less than the server takes to release the claim of a dead line. Milliseconds. */
const claimCheckInterval = 5_000
/** How long a start waits for the previous process to be gone. Milliseconds. */
const claimTimeout = 3_000

/** A waiting connection, as it was at the last check. */
interface Suspect {
  askedAt: number
  received: number
}

/**
 * Watches the connections of one process through a connection of its own. A hanging server, or a line that swallows
 * packets, leaves calls waiting for ever without any error. So when an answer is late, the watch asks the server about
 * the late connection: if it is gone, or is itself waiting for a statement, the line is dead and the connection is
 * closed. While the server answers no connection it is `away`: calls are refused at once until it answers again.
 */
export class PostgresWatch {
  readonly #clients = new Set<WatchedClient>()
  readonly #timer: NodeJS.Timeout
  readonly #own: OwnConnection
  readonly #claim: PostgresClaim
  #suspects = new Map<WatchedClient, Suspect>()
  #checking: Promise<void> | undefined
  #checkedAt = 0
  #isAway = false
  #isInDoubt = false
  /** Called once, when another process has taken the claim. */
  #onTaken: ((holder: string) => void) | undefined
  #isTaken = false

  constructor(url: string) {
    this.#own = new OwnConnection(url, () => this.doubt())
    this.#claim = new PostgresClaim(this.#own)
    this.#timer = setInterval(() => this.#checkClients(), checkInterval).unref()
  }

  add(client: WatchedClient): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Takes a connection of the pool. @throws StoreUnavailable at once while the server is away */
  async take(pool: pg.Pool): Promise<WatchedClient & pg.PoolClient> {
    if (this.#isAway) throw new StoreUnavailable(databaseIsAway)
    try {
      return (await pool.connect()) as unknown as WatchedClient & pg.PoolClient
    } catch (error) {
      this.doubt()
      throw error
    }
  }

  /** As `take`; if the database was claimed, only while the claim is held. */
  async takeForWrite(pool: pg.Pool): Promise<WatchedClient & pg.PoolClient> {
    if (this.#onTaken && !this.#claim.isHeld) {
      await this.#check()
      if (!this.#claim.isHeld) throw new StoreUnavailable(databaseIsAway)
    }
    return this.take(pool)
  }

  /**
   * Claims the database for this process. `onTaken` is called when another process got the claim after our connection
   * had been lost.
   * @returns the holder's name, when another process holds it
   */
  async claim(onTaken: (holder: string) => void): Promise<string | undefined> {
    const deadline = performance.now() + claimTimeout
    for (;;) {
      const state = await this.#claim.take()
      if (state.kind === 'held') break
      if (performance.now() < deadline) await setTimeout(quickCheckInterval)
      else if (state.kind === 'other') return state.holder
      else throw new StoreUnavailable(databaseIsAway)
    }
    this.#onTaken = onTaken
    return undefined
  }

  /** Starts a check whether the server still answers; does not wait for it. */
  doubt(): void {
    this.#isInDoubt = true
    void this.#check()
  }

  /** Whether the server answers now; resolves within about a second. */
  async isReachable(): Promise<boolean> {
    if (this.#isAway) return false
    this.#isInDoubt = true
    return (
      (await within(
        answerTimeout,
        this.#check().then(() => !this.#isAway),
      )) ?? false
    )
  }

  /**
   * The outcome of a transaction whose connection broke during the commit. Asks until `deadline` (by
   * `performance.now()`). `unknown` when the server gave no answer or no longer knows.
   */
  async outcomeOf(xid: string, backend: number, deadline: number): Promise<'committed' | 'aborted' | 'unknown'> {
    do {
      const rows = await this.#own.ask('select pg_xact_status($1::text::xid8) as status', [xid]).catch(() => [])
      const status = rows?.[0]?.status
      if (status === 'committed' || status === 'aborted') return status
      if (rows && status !== 'in progress') return 'unknown'
      // Its server process waits for a message that was lost, or has not noticed that its client is gone.
      if (rows) await this.#own.ask('select pg_terminate_backend($1)', [backend]).catch(() => [])
      await setTimeout(quickCheckInterval)
    } while (performance.now() < deadline)
    return 'unknown'
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#onTaken = undefined
    await this.#own.close()
  }

  #checkClients(): void {
    const now = performance.now()
    let isLate = false
    for (const client of this.#clients) {
      if (client.isOverdue(now, this.#isAway)) client.cut()
      else isLate ||= client.waitsSince(now) > suspectAfter
    }
    const isClaimInDoubt = this.#onTaken && (!this.#claim.isHeld || now - this.#checkedAt > claimCheckInterval)
    if (isLate || isClaimInDoubt || this.#isInDoubt || this.#isAway) void this.#check()
  }

  /** Runs one check at a time; callers during a check share its result. */
  #check(): Promise<void> {
    this.#checking ??= this.#checkNow().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #checkNow(): Promise<void> {
    this.#checkedAt = performance.now()
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
    if (this.#suspects.size > 0)
      setTimeout(quickCheckInterval, undefined, { ref: false }).then(() => this.doubt(), ignore)
  }

  async #claimAgain(): Promise<void> {
    // Another process may have written since, which is unknown here: the claim stays lost, even when that process ends.
    if (!this.#onTaken || this.#isTaken) return
    const state = await this.#claim.take().catch(() => undefined)
    if (state?.kind !== 'other') return
    this.#isTaken = true
    this.#onTaken?.(state.holder)
  }

  /**
   * A connection is dead when two checks in a row find it waiting for the same answer without a byte received, while
   * the server waits for a statement from it.
   */
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
      // Otherwise its locks stay until the server itself notices that the client is gone.
      this.#own.ask('select pg_terminate_backend($1)', [backend]).catch(ignore)
    }
    if (isAnyDead) this.#cutIdle()
  }

  /** Idle connections used the same line, and the next call would notice only by a time-out. */
  #cutIdle(): void {
    for (const client of this.#clients) if (!client.isTaken) client.cut()
  }
}

/** Whether the server says that it works on the statement; an unknown state counts as work. */
function isAtWork(states: ReadonlyMap<number, unknown>, backend: number): boolean {
  if (backend === 0) return true
  const state = states.get(backend)
  return states.has(backend) && !(typeof state === 'string' && state.startsWith('idle'))
}

const ignore = () => {}
