import type { Message, NotificationKind } from '@tavla/contract'
import {
  actorOf,
  contextOf,
  createIn,
  findOne,
  isReadable,
  listRecords,
  StampedCache,
  setSilently,
  systemContext,
} from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { type About, aboutIt } from '../reference.ts'
import { NoticeEvents } from './notice-events.ts'
import { unreadRow } from './unread.ts'

const entity = 'Notification'

/** Something that a person is told. */
export interface News {
  kind: NotificationKind
  user: string
  /** The record that it is about; null for a sum of several. */
  about: About | null
  text: Message | null
  /** The person who did it, who is told nothing. Null for the server, and for people outside. */
  actor: string | null
  /** Events that it stands for; 1 when absent. */
  count?: number
}

/** A row that tells somebody something. */
export interface Told {
  id: string
  /** False when it was there before, and moved on. */
  isNew: boolean
}

/** Writes notifications (reference: work, Notifications), and tells sockets of them. */
export class Notices {
  readonly events: NoticeEvents
  readonly #site: Site
  #muted: StampedCache<ReadonlySet<string>> | undefined

  constructor(site: Site) {
    this.#site = site
    this.events = new NoticeEvents((user) => this.unreadOf(user))
  }

  /**
   * Tells one person, in the transaction of the cause: their unread row of this kind about this record moves on, or they
   * get a new one. The record is locked, so that two writers make one row. Undefined when they are not to be told.
   */
  async tell(tx: Tx, news: News): Promise<Told | undefined> {
    const { engine } = this.#site
    const { user, kind, about, text, actor, count = 1 } = news
    if (user === actor || !(await this.#mayTell(tx, news))) return undefined
    const values = { text: text && encodeSentence(text), actor, at: engine.clock.nowUtc() }
    const known = about && (await unreadRow(engine, tx, { user, kind, ...aboutIt(about) }))
    if (known) {
      const moved = { ...values, count: Number(known.count) + 1, title: about.title }
      await setSilently(engine, tx, entity, known.id, moved)
      this.#announce(tx, user, known.id, kind)
      return { id: known.id, isNew: false }
    }
    const record = { user, owner: user, kind, status: 'Unread', count, ...values }
    const place = about && { ...aboutIt(about), title: about.title }
    const { row } = await createIn(engine, systemContext(engine), tx, entity, { ...record, ...place })
    this.#announce(tx, user, String(row.id), kind)
    return { id: String(row.id), isNew: true }
  }

  /** Moves a row on that stands for several records. */
  async count(tx: Tx, told: { id: string; user: string; count: number; text: Message }): Promise<void> {
    const { engine } = this.#site
    const { id, user, count } = told
    const at = engine.clock.nowUtc()
    await setSilently(engine, tx, entity, id, { count, at, text: encodeSentence(told.text) })
    this.#announce(tx, user, id, 'Followed')
  }

  /** The number of unread rows that the person may see now. */
  async unreadOf(user: string): Promise<number> {
    const { engine } = this.#site
    const actor = await actorOf(engine, user)
    if (!actor || user === 'Guest') return 0
    const query = { filters: { status: 'Unread' }, fields: ['id'], limit_page_length: 1 }
    return (await listRecords(engine, contextOf(actor, ''), entity, query)).count
  }

  /** Whether the person is there, reads the record, and wants to hear of this kind. */
  async #mayTell(tx: Tx, { user, kind, about }: News): Promise<boolean> {
    const { engine } = this.#site
    const actor = await actorOf(engine, user)
    if (!actor || user === 'Guest' || (await this.#mutedOf(tx, user)).has(kind)) return false
    return about === null || isReadable(engine, contextOf(actor, ''), tx, about.model.id, about.id)
  }

  #mutedOf(tx: Tx, user: string): Promise<ReadonlySet<string>> {
    const { engine } = this.#site
    this.#muted ??= new StampedCache(engine.generations, { entries: 1_000 })
    return this.#muted.get(user, ['User'], async () => {
      const found = await findOne(engine, 'User', { where: { id: user }, fields: ['muted_kinds'], reader: tx })
      return new Set(String(found?.muted_kinds ?? '').split('\n'))
    })
  }

  #announce(tx: Tx, user: string, id: string, kind: NotificationKind): void {
    tx.afterCommit(() => this.#site.inBackground(this.events.tell(user, { id, kind })))
  }
}
