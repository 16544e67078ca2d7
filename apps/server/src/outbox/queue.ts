import { type Message, notPossibleNow } from '@tavla/contract'
import { encodeSentence } from '../ground/sentences.ts'
import { sql } from '../store/sql.ts'
import type { Reader, Tx } from '../store/store.ts'
import { heldByRestore, heldByStaging } from './reach.ts'
import { OutboxRows } from './rows.ts'
import type { OutboxOptions, OutboxRow, OutboxState, Sender } from './types.ts'

/** Adds, queues, cancels and ends messages, in a transaction of the caller. */
export abstract class OutboxQueue {
  protected readonly options: OutboxOptions
  protected readonly rows: OutboxRows

  constructor(options: OutboxOptions) {
    this.options = options
    this.rows = new OutboxRows(options, (kind) => this.senderOf(kind))
  }

  abstract wake(): void
  protected abstract senderOf(kind: string): Sender | undefined

  /**
   * Adds a message in the transaction of its record; the worker wakes after the commit. `lane`: the receiving host, or
   * another resource that messages share. `due`: UTC text of the earliest time at which it is sent.
   */
  async add(tx: Tx, kind: string, ref: string, lane = kind, due?: string): Promise<void> {
    const now = this.options.nowUtc()
    const state: OutboxState = due === undefined ? 'Queued' : 'Scheduled'
    await tx.run(
      sql`insert into outbox (kind, ref, lane, next_attempt, state, created) values (${kind}, ${ref}, ${lane}, ${due ?? now}, ${state}, ${now})`,
    )
    tx.afterCommit(() => this.wake())
  }

  /**
   * Queues a failed, held or cancelled message again; a scheduled one becomes due now. False when there is no such row.
   * A message that may have been sent already stays marked as such.
   * @throws Problem 409 when the configuration keeps it from leaving
   */
  async retry(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const held = sql`select rid from outbox where kind = ${kind} and ref = ${ref} and state in ('Error', 'Held', 'Cancelled')`
    if ((await tx.get(held)) && !(await this.mayLeave(kind, ref, tx))) throw notPossibleNow(heldByStaging)
    if (await this.sendNow(tx, kind, ref)) return true
    const now = this.options.nowUtc()
    const changed = await tx.run(
      sql`update outbox set state = 'Queued', attempts = 0, repeats = case when repeats > 1 then 1 else repeats end, next_attempt = ${now}, last_error = null where kind = ${kind} and ref = ${ref} and state in ('Error', 'Held', 'Cancelled', 'Queued')`,
    )
    tx.afterCommit(() => this.wake())
    return changed > 0
  }

  /**
   * Holds all that could leave of records that come out of a backup; in a copy of a project that is the messages for
   * later, too, which leave from there. Resolves to the number of messages.
   */
  async holdRestored({ isCopy }: { isCopy: boolean }): Promise<number> {
    const rows = await this.rows.unsettled({ withScheduled: isCopy })
    await this.rows.hold(rows, heldByRestore)
    return rows.length
  }

  /** Removes a message whose record is deleted. */
  async forget(tx: Tx, kind: string, ref: string): Promise<void> {
    await tx.run(sql`delete from outbox where kind = ${kind} and ref = ${ref}`)
  }

  /** True unless the configuration lets the site reach only people who are not all of the message's recipients. */
  protected async mayLeave(kind: string, ref: string, reader: Reader): Promise<boolean> {
    const { only } = this.options
    return only === undefined || only.include((await this.senderOf(kind)?.recipients(ref, reader)) ?? [])
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
    await this.rows.mirror(tx, row, { state: 'Cancelled', attempts: row.attempts, nextAttempt: null, error: null })
    return true
  }

  /** Makes a scheduled message due now. False when it is no longer scheduled. */
  async sendNow(tx: Tx, kind: string, ref: string): Promise<boolean> {
    const now = this.options.nowUtc()
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
    await this.rows.mirror(tx, row, { state: 'Error', attempts: row.attempts, nextAttempt: null, error })
    return true
  }
}
