import { setTimeout as delay } from 'node:timers/promises'
import { millisOf } from '../ground/utc-text.ts'
import { attemptToSend } from './attempt.ts'
import { Lanes } from './lanes.ts'
import { OutboxQueue } from './queue.ts'
import { heldByStaging } from './reach.ts'
import { FinalRefusal, reasonOf } from './send-errors.ts'
import type { OutboxRow, Outcome, Sender } from './types.ts'

export type { OutboxNote, OutboxOptions, OutboxState, Sender } from './types.ts'

const closeMillis = 1_800
/** How long finished messages are collected, to share a commit. */
const gatherMillis = 2
/** Interval at which the worker looks for due retries and expired leases. */
const checkMillis = 15_000

/**
 * The only way to send a message: as a row committed together with the record that caused it (reference: conversations,
 * Outbox).
 */
export class Outbox extends OutboxQueue {
  readonly #senders = new Map<string, { sender: Sender; lanes: Lanes }>()
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #again = false
  #woken = Promise.withResolvers<void>()
  #closed = true
  #isFirstLook = true
  #dueTimer: NodeJS.Timeout | undefined

  register(sender: Sender): void {
    this.#senders.set(sender.kind, { sender, lanes: new Lanes(sender.atOnce) })
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
      .catch((error: unknown) => this.options.logs.worker.error({ err: error }, 'outbox'))
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
    if (this.#working) await this.rows.giveBackAll()
  }

  protected senderOf(kind: string): Sender | undefined {
    return this.#senders.get(kind)?.sender
  }

  get #mayBegin(): boolean {
    return !this.#closed && this.options.mayReachPeople()
  }

  async #work(): Promise<void> {
    if (this.#isFirstLook) await this.rows.resetFutureWaits([...this.#senders.values()].map(({ sender }) => sender))
    this.#isFirstLook = false
    await this.#releaseDue()
    const allowed = this.options.mayReachPeople()
    if (this.options.only) await this.#holdBack(await this.rows.unsent())
    await this.rows.holdOrRelease(allowed)
    if (!allowed) return
    await Promise.all([...this.#senders.values()].map(({ sender, lanes }) => this.#sendAll(sender, lanes)))
  }

  /** Holds the rows that the configuration keeps from leaving; resolves to the others. */
  async #holdBack(rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
    if (!this.options.only) return [...rows]
    const leaving: OutboxRow[] = []
    const held: OutboxRow[] = []
    for (const row of rows) ((await this.mayLeave(row.kind, row.ref, this.options.store)) ? leaving : held).push(row)
    await this.rows.hold(held, heldByStaging)
    return leaving
  }

  /** Queues scheduled messages whose time has come, each in its own transaction; then sets a timer for the next one. */
  async #releaseDue(): Promise<void> {
    // One moment for both, so that no row comes due unseen between them.
    const now = this.options.nowUtc()
    for (const row of await this.rows.dueScheduled(now)) if (this.#senders.has(row.kind)) await this.#release(row)
    const next = await this.rows.nextScheduled(now)
    const wait = next ? millisOf(next) - millisOf(this.options.nowUtc()) : checkMillis
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
        this.options.logs.worker.error({ kind: row.kind, ref: row.ref, err: error }, 'outbox')
        return
      }
      await this.options.store.write((tx) => this.giveUp(tx, row.kind, row.ref, reasonOf(error)))
      return
    }
    await this.rows.move(row, 'Scheduled', 'Queued')
  }

  async #sendAll(sender: Sender, lanes: Lanes): Promise<void> {
    const sending = new Set<Promise<unknown>>()
    const ended: FinishedAttempt[] = []
    for (;;) {
      // Taken before the look, so that a wake during it is not missed.
      const woken = this.#woken.promise
      // The results of finished messages and the leases of the next ones share one commit.
      const settled = Promise.all(ended.splice(0).map((one) => this.#settle(one)))
      // Rows come in line meanwhile, too.
      const due = this.#mayBegin ? await this.#holdBack(await this.rows.due(sender, lanes.free, lanes.full)) : []
      const entered = this.#mayBegin ? due.filter(({ lane }) => lanes.tryEnter(lane)) : []
      for (const row of await this.#leaseAll(entered, lanes)) {
        const attempt = attemptToSend({ sender, row, lanes, rows: this.rows, options: this.options }).then(
          (outcome) => {
            ended.push({ row, outcome })
            sending.delete(attempt)
            lanes.leave(row.lane)
          },
        )
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

  /**
   * Leases the rows in one commit and returns those that were leased; the slots of the others are released.
   * @throws Error when no row could be leased because of it
   */
  async #leaseAll(rows: readonly OutboxRow[], lanes: Lanes): Promise<OutboxRow[]> {
    const leases = await Promise.allSettled(rows.map((row) => this.rows.lease(row)))
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

  /** Writes the result; if the store refuses it or is closed, the lease expires instead. */
  async #settle({ row, outcome }: FinishedAttempt): Promise<void> {
    try {
      await this.rows.settle(row, outcome)
    } catch (error) {
      if (!this.#closed) this.options.logs.worker.error({ err: error }, 'outbox')
    }
    const { nextAttempt } = outcome.note
    if (nextAttempt) this.#wakeAt(nextAttempt)
  }

  #wakeAt(utc: string): void {
    const wait = Math.max(millisOf(utc) - millisOf(this.options.nowUtc()), 0)
    setTimeout(() => this.wake(), wait + 1).unref()
  }
}

interface FinishedAttempt {
  row: OutboxRow
  outcome: Outcome
}
