import type { Message } from '@tavla/contract'
import {
  actorOf,
  type Change,
  contextOf,
  type Engine,
  exists,
  find,
  isReadable,
  removeRecord,
  systemContext,
} from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import type { Notices } from '../notifications/notices.ts'
import { type About, aboutIt } from '../reference.ts'

/** One operation tells a person of each record, up to this many; of more, it tells their number alone. */
const mostApart = 20

/** Tells the followers of a record that somebody changed it (reference: work, Notifications). */
export async function tellFollowers(
  notices: Notices,
  { engine, ctx, tx }: Pick<Change, 'engine' | 'ctx' | 'tx'>,
  about: About,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const where = { ...aboutIt(about), muted: 0 }
  const followers = await find(engine, 'Follower', { where, fields: ['user'], by: 'reference_id', reader: tx })
  const { user: actor, fullName } = ctx.actor
  const text = { text: '{0} changed this record', args: [fullName] }
  for (const user of followers.map((one) => String(one.user)).toSorted()) {
    if (user === actor || except.has(user)) continue
    await new Telling(notices, engine, tx, { user, operation: ctx.operation.id, actor }).tell(about, text)
  }
}

/** One operation, and a person who hears of it. */
interface Hearing {
  user: string
  operation: string
  actor: string
}

interface Note {
  entity: string
  notification: string
  is_new: number
  records: number
}

/** Tells one person of one operation. Notes of it stand in a table, since a job goes on after a restart. */
class Telling {
  readonly #notices: Notices
  readonly #engine: Engine
  readonly #tx: Tx
  readonly #hearing: Hearing

  constructor(notices: Notices, engine: Engine, tx: Tx, hearing: Hearing) {
    this.#notices = notices
    this.#engine = engine
    this.#tx = tx
    this.#hearing = hearing
  }

  async tell(about: About, text: Message): Promise<void> {
    const { user, actor } = this.#hearing
    const sum = await this.#sum()
    if (sum) return this.#addToSum(sum, about)
    const told = await this.#notices.tell(this.#tx, { kind: 'Followed', user, about, text, actor })
    if (!told) return
    await this.#note(about.model.id, about.id, told.id, told.isNew)
    const notes = await this.#notes()
    if (notes.length > mostApart) await this.#sumUp(notes)
  }

  /** One row takes the place of those that this operation made. */
  async #sumUp(notes: readonly Note[]): Promise<void> {
    const { user, operation, actor } = this.#hearing
    const model = this.#engine.models.require('Notification')
    for (const { notification, is_new } of notes) {
      const isThere = is_new === 1 && (await exists(this.#engine, model.id, { id: notification }, this.#tx))
      if (!isThere) continue
      await removeRecord(this.#engine, systemContext(this.#engine), this.#tx, model, notification, { isFinal: true })
    }
    await this.#tx.run(sql`delete from followed_change where operation = ${operation} and "user" = ${user}`)
    const count = notes.length
    const news = { kind: 'Followed', user, about: null, text: sumOf(count), actor, count } as const
    const told = await this.#notices.tell(this.#tx, news)
    if (told) await this.#note('', '', told.id, true, count)
  }

  async #addToSum({ notification: id, records }: Note, { model, id: record }: About): Promise<void> {
    const { user, operation } = this.#hearing
    const actor = await actorOf(this.#engine, user)
    if (!actor || !(await isReadable(this.#engine, contextOf(actor, ''), this.#tx, model.id, record))) return
    const count = records + 1
    await this.#tx.run(sql`update followed_change set records = ${count}
      where operation = ${operation} and "user" = ${user} and entity = ''`)
    await this.#notices.count(this.#tx, { id, user, count, text: sumOf(count) })
  }

  async #note(entity: string, record: string, id: string, isNew: boolean, records = 1): Promise<void> {
    const { user, operation } = this.#hearing
    const [at, fresh] = [this.#engine.clock.nowUtc(), isNew ? 1 : 0]
    await this.#tx.run(sql`insert into followed_change
      (operation, "user", entity, record, notification, is_new, records, at)
      values (${operation}, ${user}, ${entity}, ${record}, ${id}, ${fresh}, ${records}, ${at})
      on conflict (operation, "user", entity, record) do nothing`)
  }

  async #sum(): Promise<Note | undefined> {
    return (await this.#notes(sql`and entity = ''`))[0]
  }

  #notes(more = sql``): Promise<Note[]> {
    const { user, operation } = this.#hearing
    return this.#tx.all<Note>(sql`select entity, notification, is_new, records from followed_change
      where operation = ${operation} and "user" = ${user} ${more}`)
  }
}

const sumOf = (count: number): Message => ({ text: '{0} records you follow were changed', args: [count] })
