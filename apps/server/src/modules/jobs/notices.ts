import type { JobUpdate } from '@tavla/contract'

/** At most four a second of each job (reference: live-events, Jobs). Milliseconds. */
const between = 250

type Listener = (user: string, update: JobUpdate) => void

/** Tells people the newest state of their jobs, and leaves out what follows too soon. */
export class JobNotices {
  readonly #listeners = new Set<Listener>()
  /** Updates that wait, by the id of the job; null while no update has come since the last notice. */
  readonly #due = new Map<string, { user: string; update: JobUpdate } | null>()

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(user: string, update: JobUpdate): void {
    if (this.#due.has(update.id)) this.#due.set(update.id, { user, update })
    else this.#send(user, update)
  }

  #send(user: string, update: JobUpdate): void {
    for (const listener of this.#listeners) listener(user, update)
    this.#due.set(update.id, null)
    setTimeout(() => {
      const next = this.#due.get(update.id)
      this.#due.delete(update.id)
      if (next) this.#send(next.user, next.update)
    }, between).unref()
  }
}
