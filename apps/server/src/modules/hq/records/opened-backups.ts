import { type Message, notPossibleNow } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { sentenceOf } from '../backups/faults.ts'
import type { Backup } from '../backups/rows.ts'
import { onThrowAway, type ThrowAway } from '../backups/throw-away.ts'
import type { Hq } from '../hq.ts'
import { noteAction } from '../under-way.ts'

/** Backups that are open at once. */
const mostOpen = 2

/** A backup that runs as a throw-away site, or is about to. */
interface Opened {
  place: Promise<ThrowAway>
  isReady: boolean
  /** The reason why it could not be opened, which the next call is told. */
  fault?: Message
  /** Calls that read it now. */
  uses: number
  idle?: NodeJS.Timeout
  isClosing: boolean
  /** Ends it. */
  end: () => void
  /** Resolves once its process and folder are gone. */
  over: Promise<void>
  /** People whose opening is noted. */
  readonly people: Set<string>
}

/**
 * Keeps backups open to be read: each as a throw-away site, shared by those who open it, which ends with HQ and some time
 * after its last use (reference: hosting, Records of a backup).
 */
export class OpenedBackups {
  readonly #hq: Hq
  readonly #opened = new Map<string, Opened>()
  #isLeaving = false

  constructor(hq: Hq) {
    this.#hq = hq
  }

  /** Ends all. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    const all = [...this.#opened.values()]
    for (const opened of all) opened.end()
    await Promise.all(all.map(({ over }) => over))
  }

  /**
   * Opens a backup, or joins those who have; resolves to whether it can be read by now.
   * @throws Problem 409 for a third one, and with the reason why the last attempt failed
   */
  async open(ctx: Context, backup: Backup): Promise<{ isReady: boolean }> {
    const opened = this.#opened.get(backup.id) ?? this.#begin(backup)
    if (opened.fault) {
      this.#opened.delete(backup.id)
      throw notPossibleNow(opened.fault)
    }
    if (!opened.people.has(ctx.actor.user)) {
      opened.people.add(ctx.actor.user)
      const { engine } = this.#hq.site
      const [id, entity] = backup.project === undefined ? [backup.id, 'Backup'] : [backup.project, 'Project']
      const action = { action: 'open_backup', backup: backup.id }
      await engine.store.write((tx) => noteAction(engine, ctx, tx, id, action, entity))
    }
    this.#touch(opened)
    return { isReady: opened.isReady }
  }

  /** Opens a backup and waits until it can be read. @throws Problem 409 */
  async ready(ctx: Context, backup: Backup): Promise<void> {
    const { isReady } = await this.open(ctx, backup)
    if (isReady) return
    await this.#opened.get(backup.id)?.place.catch(() => undefined)
    await this.open(ctx, backup)
  }

  /** Closes a backup, at the latest when the last call that reads it is over. */
  async close(id: string): Promise<void> {
    const opened = this.#opened.get(id)
    if (!opened) return
    opened.isClosing = true
    if (opened.uses > 0) return
    opened.end()
    await opened.over
    this.#opened.delete(id)
  }

  /** Reads an open backup, which stays open meanwhile. @throws Problem 409 when it is not open */
  async use<T>(id: string, work: (place: ThrowAway) => Promise<T>): Promise<T> {
    const opened = this.#opened.get(id)
    if (!opened?.isReady || opened.isClosing) throw notOpen()
    opened.uses += 1
    clearTimeout(opened.idle)
    const place = await opened.place
    const gone = place.site.ended.then(() => Promise.reject(notOpen()))
    gone.catch(() => undefined)
    try {
      return await Promise.race([work(place), gone])
    } finally {
      opened.uses -= 1
      this.#touch(opened)
      if (opened.isClosing && opened.uses === 0) opened.end()
    }
  }

  #begin(backup: Backup): Opened {
    const { id } = backup
    if (this.#isLeaving) throw notOpen()
    const others = [...this.#opened.values()].filter(({ fault }) => !fault)
    if (others.length >= mostOpen) throw notPossibleNow({ text: 'Two backups are open already.' })
    const place = Promise.withResolvers<ThrowAway>()
    const closed = Promise.withResolvers<void>()
    const cut = new AbortController()
    place.promise.catch(() => undefined)
    const opened: Opened = {
      place: place.promise,
      isReady: false,
      uses: 0,
      isClosing: false,
      end: () => {
        if (!opened.isReady) cut.abort()
        closed.resolve()
      },
      over: Promise.resolve(),
      people: new Set(),
    }
    this.#opened.set(id, opened)
    this.#hq.heldBackups.add(id)
    const wait = async (ready: ThrowAway) => {
      opened.isReady = true
      place.resolve(ready)
      this.#touch(opened)
      await Promise.race([closed.promise, ready.site.ended])
      opened.isReady = false
    }
    opened.over = onThrowAway(this.#hq, backup, `opened-${id}`, wait, cut.signal)
      .catch((error: unknown) => {
        place.reject(error)
        if (opened.isClosing || this.#isLeaving) return
        this.#hq.site.logs.error.error({ err: error, backup: id }, 'a backup could not be opened')
        opened.fault = sentenceOf(error)
      })
      .finally(() => {
        clearTimeout(opened.idle)
        this.#hq.heldBackups.delete(id)
        if (!opened.fault) this.#opened.delete(id)
      })
    return opened
  }

  /** Begins the time after which it closes, unless it is in use. */
  #touch(opened: Opened): void {
    clearTimeout(opened.idle)
    if (opened.uses === 0 && opened.isReady) {
      opened.idle = setTimeout(() => opened.end(), this.#hq.timing.openedFor).unref()
    }
  }
}

export const notOpen = () => notPossibleNow({ text: 'This backup is not open.' })
