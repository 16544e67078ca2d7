import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '@tavla/contract'
import type { Logs } from '../ground/logs.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { addMillis, millisOf } from '../ground/utc-text.ts'
import { type Sql, sql } from '../store/sql.ts'
import type { Store, Tx } from '../store/store.ts'
import { Lanes } from './lanes.ts'
import { FinalRefusal, LaneFault, reasonOf, UncertainDelivery } from './send-errors.ts'

export type OutboxState = 'Scheduled' | 'Queued' | 'Held' | 'Sending' | 'Sent' | 'Error' | 'Cancelled'

export interface OutboxNote {
  state: OutboxState
  attempts: number
  /** UTC text, while the message waits for its time or for another attempt. */
  nextAttempt: string | null
  /** A stored sentence: why the message was not sent, or a remark about a sent one. */
  error: string | null
}

/** Sends the messages of one kind. Its record mirrors the state of the row (reference: conversations, Outbox). */
export interface Sender {
  kind: string
  /** Maximum number of messages of one lane being sent at once; 1 keeps them in order. */
  atOnce: number
  /** Milliseconds before each retry; after the last retry the row is in Error. */
  retryAfter: readonly number[]
  /** Maximum number of repetitions when the answer did not come; 1 by default. After a crash of the server it is 1. */
  maxRepeats?: number
  /**
   * Sends the message with the id `ref`. `mayRepeat`: an earlier attempt may have sent it already. Resolves to a remark
   * for people about the sent message, if there is one.
   * @throws SendError with the reason; FinalRefusal when a retry cannot help
   */
  send(ref: string, attempt: { mayRepeat: boolean }): Promise<Message | undefined>
  /**
   * Called once when the time of a scheduled message has come, before it is queued.
   * @throws FinalRefusal when it may no longer be sent
   */
  release?(ref: string): Promise<void>
  /** Writes the row's new state to the record, in the transaction that changes the row. */
  mirror(tx: Tx, ref: string, note: OutboxNote): Promise<void>
}

export interface OutboxOptions {
  store: Store
  logs: Pick<Logs, 'worker'>
  /** UTC text; no two calls return the same. */
  nowUtc(): string
  /** False: no message is sent, and rows are held (reference: conversations, Outbox). */
  mayReachPeople(): boolean
}

const leaseMillis = 5 * 60_000
const closeMillis = 1_800
const releaseBatch = 50
/** How long finished messages are collected, to share a commit. */
const gatherMillis = 2
/** Interval at which the worker looks for due retries and expired leases. */
const checkMillis = 15_000

/**
 * The only way to send a message: as a row committed together with the record that caused it (reference: conversations,
 * Outbox).
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #senders = new Map<string, { sender: Sender; lanes: Lanes }>()
  readonly #owner = randomBytes(8).toString('hex')
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #again = false
  #woken = Promise.withResolvers<void>()
  #closed = true
  #isFirstLook = true
  #dueTimer: NodeJS.Timeout | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  register(sender: Sender): void {
    this.#senders.set(sender.kind, { sender, lanes: new Lanes(sender.atOnce) })
  }

  /**
   * Adds a message in the transaction of its record; the worker wakes after the commit. `lane`: the receiving host, or
   * another resource that messages share. `due`: UTC text of the earliest time at which it is sent.
   */
  async add(tx: Tx, kind: string, ref: string, lane = kind, due?: string): Promise<void> {
    const now = this.#options.nowUtc()
    const state: OutboxState = due === undefined ? 'Queued' : 'Scheduled'
    await tx.run(
      sql`insert into outbox (kind, ref, lane, next_attempt, state, created) values (${kind}, ${ref}, ${lane}, ${due ?? now}, ${state}, ${now})`,
    )
    tx.afterCommit(() => this.wake())
  }

  /**
   * Queues a failed, held or cancelled message again; a scheduled one becomes due now. False when there is no such row.
   * A message that may have been sent already stays marked as such.
   */
  async retry(tx: Tx, kind: string, ref: string): Promise<boolean> {
    if (await this.sendNow(tx, kind, ref)) return true
    const now = this.#options.nowUtc()
    const changed = await tx.run(
      sql`update outbox set state = 'Queued', attempts = 0, repeats = case when repeats > 1 then 1 else repeats end, next_attempt = ${now}, last_error = null where kind = ${kind} and ref = ${ref} and state in ('Error', 'Held', 'Cancelled', 'Queued')`,
    )
    tx.afterCommit(() => this.wake())
    return changed > 0
  }

  /** Removes a message whose record is deleted. */
  async forget(tx: Tx, kind: string, ref: string): Promise<void> {
    await tx.run(sql`delete from outbox where kind = ${kind} and ref = ${ref}`)
  }

  /** Cancels a message. False when it is being sent or was sent. Its record changes only if the message was scheduled. */
  async cancel(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const scheduled = sql<OutboxRow>`select rid from outbox where kind = ${kind} and ref = ${ref} and state = 'Scheduled'`
    if (await tx.get(scheduled)) return this.takeBack(tx, kind, ref)
    const changed = await tx.run(
      sql`update outbox set state = 'Cancelled' where kind = ${kind} and ref = ${ref} and state in ('Queued', 'Held', 'Error')`,
    )
    return changed > 0
  }

  /** Cancels an unsent message and updates its record. False when it is being sent or was sent. */
  async takeBack(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const row = await tx.get(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where kind = ${kind} and ref = ${ref} and state in ('Scheduled', 'Queued', 'Held')`,
    )
    // An earlier attempt may have sent it.
    if (!row || row.repeats > 0) return false
    const changed = await tx.run(
      sql`update outbox set state = 'Cancelled' where rid = ${row.rid} and state in ('Scheduled', 'Queued', 'Held') and repeats = 0`,
    )
    if (changed === 0) return false
    await this.#mirror(tx, row, { state: 'Cancelled', attempts: row.attempts, nextAttempt: null, error: null })
    return true
  }

  /** Makes a scheduled message due now. False when it is no longer scheduled. */
  async sendNow(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const now = this.#options.nowUtc()
    const changed = await tx.run(
      sql`update outbox set next_attempt = ${now} where kind = ${kind} and ref = ${ref} and state = 'Scheduled'`,
    )
    tx.afterCommit(() => this.wake())
    return changed > 0
  }

  /** Ends a waiting message with this reason. False when it is being sent or was sent. */
  async giveUp(tx: Tx, kind: string, ref: string, reason: Message): Promise<boolean> {
    const row = await tx.get(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where kind = ${kind} and ref = ${ref} and state in ('Scheduled', 'Queued', 'Held')`,
    )
    if (!row) return false
    const error = encodeSentence(reason)
    const changed = await tx.run(
      sql`update outbox set state = 'Error', next_attempt = null, last_error = ${error} where rid = ${row.rid} and state in ('Scheduled', 'Queued', 'Held')`,
    )
    if (changed === 0) return false
    await this.#mirror(tx, row, { state: 'Error', attempts: row.attempts, nextAttempt: null, error })
    return true
  }

  start(): void {
    this.#closed = false
    this.#timer = setInterval(() => this.wake(), checkMillis).unref()
    this.wake()
  }

  /** Looks for due messages soon; safe to call at any time. */
  wake(): void {
    if (this.#closed) return
    if (this.#working) {
      this.#again = true
      this.#woken.resolve()
      this.#woken = Promise.withResolvers()
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

  /** Resolves once no message is being sent. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working
  }

  /** Messages that take longer than 1.8 seconds are left to the next start, as if the site had been killed. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    clearTimeout(this.#dueTimer)
    const settled = new AbortController()
    const late = delay(closeMillis, undefined, { signal: settled.signal }).catch(() => undefined)
    await Promise.race([this.settled(), late])
    settled.abort()
    if (!this.#working) return
    const now = this.#options.nowUtc()
    const letGo = sql`update outbox set lease_owner = null, lease_until = ${now} where lease_owner = ${this.#owner}`
    await this.#options.store.write((tx) => tx.run(letGo))
  }

  get #mayBegin(): boolean {
    return !this.#closed && this.#options.mayReachPeople()
  }

  async #work(): Promise<void> {
    if (this.#isFirstLook) await this.#resetFutureWaits()
    this.#isFirstLook = false
    await this.#releaseDue()
    const allowed = this.#options.mayReachPeople()
    await this.#holdOrRelease(allowed)
    if (!allowed) return
    await Promise.all([...this.#senders.values()].map(({ sender, lanes }) => this.#sendAll(sender, lanes)))
  }

  /**
   * Waits that are longer than any of this program were recorded before this start, by a clock that has since been set
   * back.
   */
  async #resetFutureWaits(): Promise<void> {
    const { store, nowUtc } = this.#options
    const now = nowUtc()
    const lapsed = sql`update outbox set lease_until = ${now} where state = 'Sending' and lease_until > ${addMillis(now, leaseMillis * 2)}`
    await store.write((tx) => tx.run(lapsed))
    for (const [kind, { sender }] of this.#senders) {
      const latest = addMillis(now, Math.max(leaseMillis, ...sender.retryAfter))
      const due = sql`update outbox set next_attempt = ${now} where state = 'Queued' and kind = ${kind} and next_attempt > ${latest}`
      await store.write((tx) => tx.run(due))
    }
  }

  /** Queues scheduled messages whose time has come, each in its own transaction; then sets a timer for the next one. */
  async #releaseDue(): Promise<void> {
    const { store, nowUtc } = this.#options
    const now = nowUtc()
    const rows = await store.all(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where state = 'Scheduled' and next_attempt <= ${now} order by next_attempt, rid`,
    )
    for (const row of rows) if (this.#senders.has(row.kind)) await this.#release(row)
    const next = await store.get(
      sql<{
        due: string | null
      }>`select min(next_attempt) as due from outbox where state = 'Scheduled' and next_attempt > ${now}`,
    )
    const wait = next?.due ? millisOf(next.due) - millisOf(nowUtc()) : checkMillis
    clearTimeout(this.#dueTimer)
    if (wait < checkMillis && !this.#closed)
      this.#dueTimer = setTimeout(() => this.wake(), Math.max(wait, 0) + 1).unref()
  }

  async #release(row: OutboxRow): Promise<void> {
    try {
      await this.#senders.get(row.kind)?.sender.release?.(row.ref)
    } catch (error) {
      if (!(error instanceof FinalRefusal)) {
        // The next look asks again, and no other message waits for it.
        this.#options.logs.worker.error({ kind: row.kind, ref: row.ref, err: error }, 'outbox')
        return
      }
      await this.#options.store.write((tx) => this.giveUp(tx, row.kind, row.ref, reasonOf(error)))
      return
    }
    await this.#move(row, 'Scheduled', 'Queued')
  }

  async #sendAll(sender: Sender, lanes: Lanes): Promise<void> {
    const sending = new Set<Promise<unknown>>()
    const ended: FinishedAttempt[] = []
    for (;;) {
      // Taken before the look, so that a wake during it is not missed.
      const woken = this.#woken.promise
      // The results of finished messages and the leases of the next ones share one commit.
      const settled = Promise.all(ended.splice(0).map((one) => this.#settle(one)))
      const due = this.#mayBegin ? await this.#dueRows(sender, lanes.free, lanes.full) : []
      const entered = this.#mayBegin ? due.filter(({ lane }) => lanes.tryEnter(lane)) : []
      for (const row of await this.#leaseAll(entered, lanes)) {
        const attempt = this.#attempt(sender, row, lanes).then((outcome) => {
          ended.push({ row, outcome })
          sending.delete(attempt)
          lanes.leave(row.lane)
        })
        sending.add(attempt)
      }
      await settled
      // Rows behind those of a full lane may still be due.
      const mayBeMore = entered.length > 0 && entered.length < due.length && lanes.free > 0
      if (ended.length === 0 && !mayBeMore) {
        if (sending.size > 0) await Promise.race([...sending, woken])
        else if (due.length === 0) return
      }
      if (ended.length > 0) await delay(gatherMillis)
    }
  }

  async #holdOrRelease(allowed: boolean): Promise<void> {
    const [from, to]: [OutboxState, OutboxState] = allowed ? ['Held', 'Queued'] : ['Queued', 'Held']
    const rows = await this.#options.store.all(
      sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where state = ${from} order by rid`,
    )
    // Concurrent writes share a commit.
    for (let at = 0; at < rows.length; at += releaseBatch) {
      await Promise.all(rows.slice(at, at + releaseBatch).map((row) => this.#move(row, from, to)))
    }
  }

  #move(row: OutboxRow, from: OutboxState, to: OutboxState): Promise<void> {
    return this.#options.store.write(async (tx) => {
      const changed = await tx.run(sql`update outbox set state = ${to} where rid = ${row.rid} and state = ${from}`)
      if (changed === 0) return
      await this.#mirror(tx, row, { state: to, attempts: row.attempts, nextAttempt: null, error: null })
    })
  }

  /** First the unfinished rows of ended processes, then waiting rows, longest wait first. */
  async #dueRows({ kind }: Sender, max: number, fullLanes: readonly string[]): Promise<OutboxRow[]> {
    if (max === 0) return []
    const now = this.#options.nowUtc()
    const free =
      fullLanes.length === 0 ? sql`` : sql`and lane not in (${sql.join(fullLanes.map((lane) => sql.val(lane)))})`
    const rows = (state: OutboxState, isDue: Sql) =>
      this.#options.store.all(
        sql<OutboxRow>`select rid, kind, ref, lane, state, attempts, repeats from outbox where state = ${state} and ${isDue} and kind = ${kind} ${free} order by next_attempt, rid limit ${sql.lit(max)}`,
      )
    const lapsed = await rows('Sending', sql`lease_until < ${now}`)
    return lapsed.length === max
      ? lapsed
      : [...lapsed, ...(await rows('Queued', sql`next_attempt <= ${now}`))].slice(0, max)
  }

  /**
   * Leases the rows in one commit and returns those that were leased; the slots of the others are released.
   * @throws Error when no row could be leased because of it
   */
  async #leaseAll(rows: readonly OutboxRow[], lanes: Lanes): Promise<OutboxRow[]> {
    const leases = await Promise.allSettled(rows.map((row) => this.#lease(row)))
    const ours = rows.filter((row, at) => {
      const lease = leases[at]
      const isOurs = lease?.status === 'fulfilled' && lease.value
      if (!isOurs) lanes.leave(row.lane)
      return isOurs
    })
    const failed = leases.find((lease) => lease.status === 'rejected')
    if (failed && ours.length === 0) throw failed.reason
    return ours
  }

  /** True when this worker holds the row until the lease expires; two workers or processes never hold the same row. */
  #lease(row: OutboxRow): Promise<boolean> {
    const now = this.#options.nowUtc()
    const isRepeat = row.state === 'Sending'
    return this.#options.store.write(async (tx) => {
      const taken = await tx.run(
        sql`update outbox set state = 'Sending', lease_owner = ${this.#owner}, lease_until = ${addMillis(now, leaseMillis)}, repeats = repeats + ${isRepeat ? 1 : 0} where rid = ${row.rid} and (state = 'Queued' or (state = 'Sending' and lease_until < ${now}))`,
      )
      if (taken === 0) return false
      await this.#mirror(tx, row, { state: 'Sending', attempts: row.attempts, nextAttempt: null, error: null })
      return true
    })
  }

  async #attempt(sender: Sender, row: OutboxRow, lanes: Lanes): Promise<Outcome> {
    const attempts = row.attempts + 1
    const repeats = row.repeats + (row.state === 'Sending' ? 1 : 0)
    const renewal = setInterval(() => void this.#renew(row), leaseMillis / 2)
    try {
      if (repeats > (row.state === 'Sending' ? 1 : maxRepeatsOf(sender))) throw mayHaveArrived(crashedTwice)
      const remark = await sender.send(row.ref, { mayRepeat: repeats > 0 })
      const error = remark ? encodeSentence(remark) : null
      lanes.note(row.lane, true)
      return { note: { state: 'Sent', attempts, nextAttempt: null, error }, repeats }
    } catch (error) {
      lanes.note(row.lane, !(error instanceof LaneFault))
      return this.#failure(sender, row, { attempts, repeats }, error)
    } finally {
      clearInterval(renewal)
    }
  }

  #failure(
    sender: Sender,
    row: OutboxRow,
    { attempts, repeats: before }: { attempts: number; repeats: number },
    thrown: unknown,
  ): Outcome {
    const repeats = before + (thrown instanceof UncertainDelivery ? 1 : 0)
    const isLast = repeats > maxRepeatsOf(sender) && thrown instanceof UncertainDelivery
    const fault = isLast ? mayHaveArrived(thrown.sentence) : thrown
    const error = encodeSentence(reasonOf(fault))
    const wait = fault instanceof FinalRefusal ? undefined : sender.retryAfter[row.attempts]
    const { kind, ref } = row
    this.#options.logs.worker.warn({ kind, ref, attempts, error: plainSentence(error), err: thrown }, 'not sent')
    const note: OutboxNote =
      wait === undefined
        ? { state: 'Error', attempts, nextAttempt: null, error }
        : { state: 'Queued', attempts, nextAttempt: addMillis(this.#options.nowUtc(), wait), error }
    return { note, repeats }
  }

  /** A large message over a slow line takes longer than a lease. */
  async #renew({ rid }: OutboxRow): Promise<void> {
    const until = addMillis(this.#options.nowUtc(), leaseMillis)
    const renewed = sql`update outbox set lease_until = ${until} where rid = ${rid} and lease_owner = ${this.#owner}`
    await this.#options.store.write((tx) => tx.run(renewed)).catch(() => undefined)
  }

  /** Writes the result; if the store refuses it or is closed, the lease expires instead. */
  async #settle({ row, outcome }: FinishedAttempt): Promise<void> {
    try {
      await this.#options.store.write((tx) => this.#note(tx, row, outcome))
    } catch (error) {
      if (!this.#closed) this.#options.logs.worker.error({ err: error }, 'outbox')
    }
    const { nextAttempt } = outcome.note
    if (nextAttempt) this.#wakeAt(nextAttempt)
  }

  async #note(tx: Tx, row: OutboxRow, { note, repeats }: Outcome): Promise<void> {
    const mine = await tx.get(
      sql<{ rid: number }>`select rid from outbox where rid = ${row.rid} and lease_owner = ${this.#owner}`,
    )
    if (!mine) return
    await tx.run(
      sql`update outbox set state = ${note.state}, attempts = ${note.attempts}, repeats = ${repeats}, next_attempt = ${note.nextAttempt}, last_error = ${note.error}, lease_owner = null, lease_until = null where rid = ${row.rid}`,
    )
    await this.#mirror(tx, row, note)
  }

  async #mirror(tx: Tx, row: OutboxRow, note: OutboxNote): Promise<void> {
    await this.#senders.get(row.kind)?.sender.mirror(tx, row.ref, note)
  }

  #wakeAt(utc: string): void {
    const wait = Math.max(millisOf(utc) - millisOf(this.#options.nowUtc()), 0)
    setTimeout(() => this.wake(), wait + 1).unref()
  }
}

const crashedTwice: Message = { text: 'The server ended twice while it was on its way.' }

const maxRepeatsOf = ({ maxRepeats = 1 }: Sender) => maxRepeats

/** After this many uncertain attempts, a further one would flood the receiver. */
const mayHaveArrived = (prefix: Message) => new FinalRefusal({ prefix, text: 'It may have arrived already.' })

interface Outcome {
  note: OutboxNote
  repeats: number
}

interface FinishedAttempt {
  row: OutboxRow
  outcome: Outcome
}

interface OutboxRow {
  rid: number
  kind: string
  ref: string
  lane: string
  state: OutboxState
  attempts: number
  /** Attempts after which it is unknown whether the message was sent. */
  repeats: number
}
