import { randomBytes } from 'node:crypto'
import type { Logs } from '../logs.ts'
import { sql } from '../store/sql.ts'
import type { Store, Tx } from '../store/store.ts'
import { allRows, oneRow, run } from './system-sql.ts'

export type OutboxState = 'Queued' | 'Held' | 'Sending' | 'Sent' | 'Error' | 'Cancelled'

export interface OutboxNote {
  state: OutboxState
  attempts: number
  /** UTC text, while another attempt is due. */
  nextAttempt: string | null
  error: string | null
}

/** What sends the messages of one kind. Its record mirrors the state of the row (contract 3.12). */
export interface Sender {
  kind: string
  /** Milliseconds before each further attempt; after the last of them the row is in Error. */
  retryAfter: readonly number[]
  /**
   * Sends the message that `ref` names; it may run twice for the same one when the site ended in between.
   * @throws FinalRefusal when another attempt cannot help; anything else is tried again
   */
  send(ref: string): Promise<void>
  /** Writes the row's new state into the record, in the transaction that changes the row. */
  mirror(tx: Tx, ref: string, note: OutboxNote): Promise<void>
}

/** The receiving side said no for good. */
export class FinalRefusal extends Error {
  override name = 'FinalRefusal'
}

export interface OutboxOptions {
  store: Store
  logs: Pick<Logs, 'worker'>
  /** UTC text, never twice the same. */
  nowUtc(): string
  /** False: nothing leaves, rows are held (contract 3.12). */
  mayReachPeople(): boolean
}

const leaseMillis = 5 * 60_000
const batch = 20
/** How often the worker looks without being woken: due retries, leases of a process that died. */
const lookMillis = 15_000

/** The one way out: a message leaves only as a row committed with the record that caused it (design). */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #senders = new Map<string, Sender>()
  readonly #owner = randomBytes(8).toString('hex')
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #again = false
  #closed = true

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  register(sender: Sender): void {
    this.#senders.set(sender.kind, sender)
  }

  /** Adds a message in the transaction of its record; the worker wakes when that is committed. */
  async add(tx: Tx, kind: string, ref: string): Promise<void> {
    const now = this.#options.nowUtc()
    await run(
      tx,
      sql`insert into outbox (kind, ref, attempts, next_attempt, state, created) values (${kind}, ${ref}, 0, ${now}, 'Queued', ${now})`,
    )
    tx.afterCommit(() => this.wake())
  }

  /** Puts a message that failed, was held or cancelled back in line. False when there is no such row. */
  async retry(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const now = this.#options.nowUtc()
    const changed = await run(
      tx,
      sql`update outbox set state = 'Queued', attempts = 0, next_attempt = ${now}, last_error = null where kind = ${kind} and ref = ${ref} and state in ('Error', 'Held', 'Cancelled', 'Queued')`,
    )
    tx.afterCommit(() => this.wake())
    return changed > 0
  }

  /** False when the message is on its way or gone. */
  async cancel(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const changed = await run(
      tx,
      sql`update outbox set state = 'Cancelled' where kind = ${kind} and ref = ${ref} and state in ('Queued', 'Held', 'Error')`,
    )
    return changed > 0
  }

  start(): void {
    this.#closed = false
    this.#timer = setInterval(() => this.wake(), lookMillis).unref()
    this.wake()
  }

  /** Looks for due messages soon; harmless at any time. */
  wake(): void {
    if (this.#closed) return
    if (this.#working) {
      this.#again = true
      return
    }
    this.#working = this.#work()
      .catch((error: unknown) => this.#options.logs.worker.error({ err: error }, 'outbox'))
      .finally(() => {
        this.#working = undefined
        if (!this.#again) return
        this.#again = false
        this.wake()
      })
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.settled()
  }

  async #work(): Promise<void> {
    const allowed = this.#options.mayReachPeople()
    await this.#holdOrRelease(allowed)
    if (!allowed) return
    for (;;) {
      const due = await this.#dueRows()
      if (due.length === 0) return
      for (const row of due) {
        if (this.#closed) return
        if (await this.#lease(row)) await this.#attempt(row)
      }
    }
  }

  async #holdOrRelease(allowed: boolean): Promise<void> {
    const [from, to]: [OutboxState, OutboxState] = allowed ? ['Held', 'Queued'] : ['Queued', 'Held']
    const rows = await allRows(
      this.#options.store,
      sql<OutboxRow>`select rid, kind, ref, attempts from outbox where state = ${from} order by rid`,
    )
    for (const row of rows) {
      await this.#options.store.write(async (tx) => {
        const changed = await run(tx, sql`update outbox set state = ${to} where rid = ${row.rid} and state = ${from}`)
        if (changed === 0) return
        await this.#mirror(tx, row, { state: to, attempts: row.attempts, nextAttempt: null, error: null })
      })
    }
  }

  #dueRows(): Promise<OutboxRow[]> {
    const now = this.#options.nowUtc()
    const kinds = sql.join([...this.#senders.keys()])
    if (this.#senders.size === 0) return Promise.resolve([])
    return allRows(
      this.#options.store,
      sql<OutboxRow>`select rid, kind, ref, attempts from outbox where kind in (${kinds}) and state in ('Queued', 'Sending') and next_attempt <= ${now} and (lease_until is null or lease_until < ${now}) order by rid limit ${batch}`,
    )
  }

  /** True when the row is ours until the lease runs out: two workers, or two processes, never hold the same. */
  #lease(row: OutboxRow): Promise<boolean> {
    const now = this.#options.nowUtc()
    return this.#options.store.write(async (tx) => {
      const taken = await run(
        tx,
        sql`update outbox set state = 'Sending', lease_owner = ${this.#owner}, lease_until = ${later(now, leaseMillis)} where rid = ${row.rid} and state in ('Queued', 'Sending') and (lease_until is null or lease_until < ${now})`,
      )
      if (taken === 0) return false
      await this.#mirror(tx, row, { state: 'Sending', attempts: row.attempts, nextAttempt: null, error: null })
      return true
    })
  }

  async #attempt(row: OutboxRow): Promise<void> {
    const sender = this.#senders.get(row.kind) as Sender
    const attempts = row.attempts + 1
    let note: OutboxNote = { state: 'Sent', attempts, nextAttempt: null, error: null }
    try {
      await sender.send(row.ref)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const delay = error instanceof FinalRefusal ? undefined : sender.retryAfter[row.attempts]
      this.#options.logs.worker.warn({ kind: row.kind, ref: row.ref, attempts, error: text }, 'not sent')
      note =
        delay === undefined
          ? { state: 'Error', attempts, nextAttempt: null, error: text }
          : { state: 'Queued', attempts, nextAttempt: later(this.#options.nowUtc(), delay), error: text }
    }
    await this.#settle(row, note)
  }

  async #settle(row: OutboxRow, note: OutboxNote): Promise<void> {
    await this.#options.store.write(async (tx) => {
      const mine = await oneRow(
        tx,
        sql<{ rid: number }>`select rid from outbox where rid = ${row.rid} and lease_owner = ${this.#owner}`,
      )
      if (!mine) return
      await run(
        tx,
        sql`update outbox set state = ${note.state}, attempts = ${note.attempts}, next_attempt = ${note.nextAttempt}, last_error = ${note.error}, lease_owner = null, lease_until = null where rid = ${row.rid}`,
      )
      await this.#mirror(tx, row, note)
    })
    if (note.nextAttempt) this.#wakeAt(note.nextAttempt)
  }

  async #mirror(tx: Tx, row: OutboxRow, note: OutboxNote): Promise<void> {
    await this.#senders.get(row.kind)?.mirror(tx, row.ref, note)
  }

  #wakeAt(utc: string): void {
    const wait = millisOf(utc) - Date.now()
    if (wait < lookMillis) setTimeout(() => this.wake(), Math.max(wait, 0) + 1).unref()
  }
}

interface OutboxRow {
  rid: number
  kind: string
  ref: string
  attempts: number
}

const millisOf = (utc: string) => Date.parse(`${utc.slice(0, 23).replace(' ', 'T')}Z`)

const later = (utc: string, millis: number) =>
  new Date(millisOf(utc) + millis).toISOString().replace('T', ' ').replace('Z', '000')
