import { randomBytes } from 'node:crypto'
import type { Message } from '@tavla/contract'
import { encodeSentence } from '../ground/sentences.ts'
import { addMillis } from '../ground/utc-text.ts'
import { type Sql, sql } from '../store/sql.ts'
import type { Store, Tx } from '../store/store.ts'
import { keptHolds } from './reach.ts'
import type { OutboxNote, OutboxOptions, OutboxRow, OutboxState, Outcome, Sender } from './types.ts'

/** Milliseconds for which a worker holds a row. */
export const leaseMillis = 5 * 60_000
const releaseBatch = 50

/** The rows of the outbox as one worker reads, leases and changes them. */
export class OutboxRows {
  readonly #store: Store
  readonly #nowUtc: () => string
  readonly #owner = randomBytes(8).toString('hex')
  readonly #senderOf: (kind: string) => Sender | undefined

  constructor(
    { store, nowUtc }: Pick<OutboxOptions, 'store' | 'nowUtc'>,
    senderOf: (kind: string) => Sender | undefined,
  ) {
    this.#store = store
    this.#nowUtc = nowUtc
    this.#senderOf = senderOf
  }

  /** First the unfinished rows of ended processes, then waiting rows, longest wait first. */
  async due({ kind }: Sender, max: number, fullLanes: readonly string[]): Promise<OutboxRow[]> {
    if (max === 0) return []
    const now = this.#nowUtc()
    const free =
      fullLanes.length === 0 ? sql`` : sql`and lane not in (${sql.join(fullLanes.map((lane) => sql.val(lane)))})`
    const rows = (state: OutboxState, isDue: Sql) =>
      this.#store.all(
        sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where state = ${state} and ${isDue} and kind = ${kind} ${free} order by next_attempt, rid limit ${sql.lit(max)}`,
      )
    const lapsed = await rows('Sending', sql`lease_until < ${now}`)
    return lapsed.length === max
      ? lapsed
      : [...lapsed, ...(await rows('Queued', sql`next_attempt <= ${now}`))].slice(0, max)
  }

  /** Scheduled rows whose time has come at `now`, earliest first. */
  dueScheduled(now: string): Promise<OutboxRow[]> {
    return this.#store.all(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where state = 'Scheduled' and next_attempt <= ${now} order by next_attempt, rid`,
    )
  }

  /** The time of the next scheduled row after `now`; null when there is none. */
  async nextScheduled(now: string): Promise<string | null> {
    const next = await this.#store.get(
      sql<{
        due: string | null
      }>`select min(next_attempt) as due from outbox where state = 'Scheduled' and next_attempt > ${now}`,
    )
    return next?.due ?? null
  }

  /** True when this worker holds the row until the lease expires; two workers or processes never hold the same row. */
  lease(row: OutboxRow): Promise<boolean> {
    const now = this.#nowUtc()
    const isRepeat = row.state === 'Sending'
    return this.#store.write(async (tx) => {
      const taken = await tx.run(
        sql`update outbox set state = 'Sending', lease_owner = ${this.#owner}, lease_until = ${addMillis(now, leaseMillis)}, repeats = repeats + ${isRepeat ? 1 : 0} where rid = ${row.rid} and (state = 'Queued' or (state = 'Sending' and lease_until < ${now}))`,
      )
      if (taken === 0) return false
      await this.mirror(tx, row, { state: 'Sending', attempts: row.attempts, nextAttempt: null, error: null })
      return true
    })
  }

  /** A large message over a slow line takes longer than a lease. */
  async renew({ rid }: OutboxRow): Promise<void> {
    const until = addMillis(this.#nowUtc(), leaseMillis)
    const renewed = sql`update outbox set lease_until = ${until} where rid = ${rid} and lease_owner = ${this.#owner}`
    await this.#store.write((tx) => tx.run(renewed)).catch(() => undefined)
  }

  /** Gives up every lease of this worker. */
  async giveBackAll(): Promise<void> {
    const now = this.#nowUtc()
    const letGo = sql`update outbox set lease_owner = null, lease_until = ${now} where lease_owner = ${this.#owner}`
    await this.#store.write((tx) => tx.run(letGo))
  }

  /** Writes the result of an attempt, unless the lease was lost. */
  settle(row: OutboxRow, outcome: Outcome): Promise<void> {
    return this.#store.write((tx) => this.#note(tx, row, outcome))
  }

  move(row: OutboxRow, from: OutboxState, to: OutboxState): Promise<void> {
    return this.#store.write(async (tx) => {
      const changed = await tx.run(sql`update outbox set state = ${to} where rid = ${row.rid} and state = ${from}`)
      if (changed === 0) return
      await this.mirror(tx, row, { state: to, attempts: row.attempts, nextAttempt: null, error: null })
    })
  }

  /** Holds every queued row, or queues every held one that nobody has to ask for. */
  async holdOrRelease(allowed: boolean): Promise<void> {
    const [from, to]: [OutboxState, OutboxState] = allowed ? ['Held', 'Queued'] : ['Queued', 'Held']
    const rows = await this.#select(allowed ? isHeldForNow : sql`state = 'Queued'`)
    await inBatches(rows, (row) => this.move(row, from, to))
  }

  /** Rows that would leave: in line, held until the site may reach people, and those that an ended process began. */
  unsent(): Promise<OutboxRow[]> {
    return this.#select(
      sql`state = 'Queued' or (${isHeldForNow}) or (state = 'Sending' and lease_until < ${this.#nowUtc()})`,
    )
  }

  /** Every row that is not final; of scheduled ones those whose time has come, or all. This process has begun none. */
  unsettled({ withScheduled }: { withScheduled: boolean }): Promise<OutboxRow[]> {
    const isDue = withScheduled ? sql`1 = 1` : sql`next_attempt <= ${this.#nowUtc()}`
    return this.#select(sql`state in ('Queued', 'Sending', 'Held') or (state = 'Scheduled' and ${isDue})`)
  }

  /** Holds rows for this reason until a person retries or cancels them. */
  async hold(rows: readonly OutboxRow[], reason: Message): Promise<void> {
    const error = encodeSentence(reason)
    await inBatches(rows, (row) => this.#holdOne(row, error))
  }

  #holdOne(row: OutboxRow, error: string): Promise<void> {
    // It is unknown whether a message that was being sent has left.
    const repeats = row.repeats + (row.state === 'Sending' ? 1 : 0)
    return this.#store.write(async (tx) => {
      const changed = await tx.run(
        sql`update outbox set state = 'Held', repeats = ${repeats}, next_attempt = ${this.#nowUtc()}, last_error = ${error}, lease_owner = null, lease_until = null where rid = ${row.rid} and state = ${row.state}`,
      )
      if (changed === 0) return
      await this.mirror(tx, row, { state: 'Held', attempts: row.attempts, nextAttempt: null, error })
    })
  }

  #select(where: Sql): Promise<OutboxRow[]> {
    return this.#store.all(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where ${where} order by rid`,
    )
  }

  /**
   * Waits that are longer than any of this program were recorded before this start, by a clock that has since been set
   * back.
   */
  async resetFutureWaits(senders: Iterable<Sender>): Promise<void> {
    const now = this.#nowUtc()
    const lapsed = sql`update outbox set lease_until = ${now} where state = 'Sending' and lease_until > ${addMillis(now, leaseMillis * 2)}`
    await this.#store.write((tx) => tx.run(lapsed))
    for (const { kind, retryAfter } of senders) {
      const latest = addMillis(now, Math.max(leaseMillis, ...retryAfter))
      const due = sql`update outbox set next_attempt = ${now} where state = 'Queued' and kind = ${kind} and next_attempt > ${latest}`
      await this.#store.write((tx) => tx.run(due))
    }
  }

  /** Updates the record of the row. */
  async mirror(tx: Tx, row: OutboxRow, note: OutboxNote): Promise<void> {
    await this.#senderOf(row.kind)?.mirror(tx, row.ref, note)
  }

  async #note(tx: Tx, row: OutboxRow, { note, repeats }: Outcome): Promise<void> {
    const mine = await tx.get(
      sql<{ rid: number }>`select rid from outbox where rid = ${row.rid} and lease_owner = ${this.#owner}`,
    )
    if (!mine) return
    await tx.run(
      sql`update outbox set state = ${note.state}, attempts = ${note.attempts}, repeats = ${repeats}, next_attempt = ${note.nextAttempt}, last_error = ${note.error}, lease_owner = null, lease_until = null where rid = ${row.rid}`,
    )
    await this.mirror(tx, row, note)
  }
}

const isHeldForNow = sql`state = 'Held' and (last_error is null or last_error not in (${sql.join(keptHolds.map((sentence) => sql.val(sentence)))}))`

/** Concurrent writes share a commit. */
async function inBatches(rows: readonly OutboxRow[], write: (row: OutboxRow) => Promise<void>): Promise<void> {
  for (let at = 0; at < rows.length; at += releaseBatch) {
    await Promise.all(rows.slice(at, at + releaseBatch).map(write))
  }
}
