import { setTimeout as sleep } from 'node:timers/promises'
import { addMillis, millisOf } from '../../../ground/utc-text.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'

export type InboxKind = 'whatsapp' | 'whatsapp status' | 'whatsapp media' | 'whatsapp delivered'

/** A received item that is not processed yet. */
export interface InboxRow {
  rid: number
  /** The id of its connection or message. */
  ref: string
  body: string
  attempts: number
}

/** Processes rows of one kind, and removes or postpones each by `Inbox.done` and `Inbox.later`. */
export interface InboxWorker {
  /** Maximum rows per call. */
  batch: number
  /** Milliseconds to wait for more rows, because a batch costs less than single rows. */
  gather?: number
  work(rows: readonly InboxRow[]): Promise<void>
}

const pollInterval = 15_000
/** Milliseconds until a retry after a fault. */
const retryPause = 2_000
/** Maximum delay of a row in milliseconds; a later time came from a wrong clock. */
const maxDelay = 600_000

/**
 * A queue in the database of calls that the site answered before processing them, so that a crash loses none. Kinds are
 * independent; rows of one kind are processed in order.
 */
export class Inbox {
  readonly #site: Site
  readonly #workers = new Map<InboxKind, InboxWorker>()
  readonly #working = new Map<InboxKind, Promise<void>>()
  readonly #again = new Set<InboxKind>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #isOpen = false

  constructor(site: Site) {
    this.#site = site
  }

  register(kind: InboxKind, worker: InboxWorker): void {
    this.#workers.set(kind, worker)
  }

  start(): void {
    this.#isOpen = true
    const timer = setInterval(() => this.#wakeAll(), pollInterval).unref()
    this.#timers.add(timer)
    this.#site.inBackground(this.#callBack().finally(() => this.#wakeAll()))
  }

  async stop(): Promise<void> {
    this.#isOpen = false
    for (const timer of this.#timers) clearTimeout(timer)
    await this.settled()
  }

  /** Resolves once no work is under way. */
  async settled(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working.values())
  }

  /** Adds an item; `due` is UTC text. */
  async add(tx: Tx, kind: InboxKind, ref: string, body: string, due?: string): Promise<void> {
    const now = this.#site.engine.clock.nowUtc()
    await tx.run(
      sql`insert into inbox (kind, ref, body, due, created) values (${kind}, ${ref}, ${body}, ${due ?? now}, ${now})`,
    )
    tx.afterCommit(() => this.#wakeAt(kind, due))
  }

  /** Removes a row; false when another worker was faster. */
  async done(tx: Tx, rid: number): Promise<boolean> {
    return (await tx.run(sql`delete from inbox where rid = ${rid}`)) > 0
  }

  /** Postpones a row and counts an attempt. */
  async later(tx: Tx, kind: InboxKind, rid: number, millis: number): Promise<void> {
    const due = addMillis(this.#site.engine.clock.nowUtc(), millis)
    await tx.run(sql`update inbox set due = ${due}, attempts = attempts + 1 where rid = ${rid}`)
    tx.afterCommit(() => this.#wakeAt(kind, due))
  }

  async #callBack(): Promise<void> {
    const now = this.#site.engine.clock.nowUtc()
    const latest = addMillis(now, maxDelay)
    await this.#site.store.write((tx) => tx.run(sql`update inbox set due = ${now} where due > ${latest}`))
  }

  #wakeAll(): void {
    for (const kind of this.#workers.keys()) this.wake(kind)
  }

  /** Looks for due rows soon; safe to call at any time. */
  wake(kind: InboxKind): void {
    const worker = this.#workers.get(kind)
    if (!this.#isOpen || !worker) return
    if (this.#working.has(kind)) {
      this.#again.add(kind)
      return
    }
    const work = this.#work(kind, worker)
      .catch((error: unknown) => {
        this.#site.logs.worker.error({ err: error, kind }, 'inbox')
        this.#wakeAfter(kind, retryPause)
      })
      .finally(() => {
        this.#working.delete(kind)
        if (this.#again.delete(kind)) this.wake(kind)
      })
    this.#working.set(kind, work)
  }

  async #work(kind: InboxKind, worker: InboxWorker): Promise<void> {
    while (this.#isOpen) {
      if (worker.gather !== undefined) await sleep(worker.gather)
      const rows = await this.#dueRows(kind, worker.batch)
      if (rows.length === 0) return this.#wakeForNext(kind)
      await worker.work(rows)
    }
  }

  #dueRows(kind: InboxKind, max: number): Promise<InboxRow[]> {
    const now = this.#site.engine.clock.nowUtc()
    return this.#site.store.all(
      sql<InboxRow>`select rid, ref, body, attempts from inbox where kind = ${kind} and due <= ${now} order by due, rid limit ${sql.lit(max)}`,
    )
  }

  async #wakeForNext(kind: InboxKind): Promise<void> {
    const next = await this.#site.store.get(
      sql<{ due: string | null }>`select min(due) as due from inbox where kind = ${kind}`,
    )
    if (next?.due) this.#wakeAt(kind, next.due)
  }

  #wakeAt(kind: InboxKind, due: string | undefined): void {
    if (due === undefined) {
      this.wake(kind)
      return
    }
    const wait = millisOf(due) - millisOf(this.#site.engine.clock.nowUtc())
    if (wait < pollInterval) this.#wakeAfter(kind, Math.max(wait, 0) + 1)
  }

  #wakeAfter(kind: InboxKind, millis: number): void {
    if (!this.#isOpen) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.wake(kind)
    }, millis).unref()
    this.#timers.add(timer)
  }
}
