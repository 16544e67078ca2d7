import type { NotificationUpdate } from '@tavla/contract'

type Listener = (user: string, update: NotificationUpdate) => void
type Row = Omit<NotificationUpdate, 'unread'>

/** At most four a second of each person (reference: live-events, Notifications). Milliseconds. */
const between = 250

/** Tells sockets of a person that something is new, with the number of unread rows, and leaves out what follows too soon. */
export class NoticeEvents {
  readonly #unreadOf: (user: string) => Promise<number>
  readonly #listeners = new Set<Listener>()
  /** The last row that waits, by person; null while none has come since the last event. */
  readonly #due = new Map<string, Row | null>()

  constructor(unreadOf: (user: string) => Promise<number>) {
    this.#unreadOf = unreadOf
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async tell(user: string, row: Row): Promise<void> {
    if (this.#listeners.size === 0) return
    if (this.#due.has(user)) {
      this.#due.set(user, row)
      return
    }
    this.#due.set(user, null)
    setTimeout(() => void this.#next(user), between).unref()
    await this.#send(user, row)
  }

  async #next(user: string): Promise<void> {
    const row = this.#due.get(user)
    this.#due.delete(user)
    // A store that is away tells nobody anything; people read the number again when they come back.
    if (row) await this.tell(user, row).catch(() => {})
  }

  async #send(user: string, row: Row): Promise<void> {
    const update = { ...row, unread: await this.#unreadOf(user) }
    for (const listener of this.#listeners) listener(user, update)
  }
}
