import type { ChangeAction, DocUpdate, EntityRecord } from '@tavla/contract'
import { type ApiError, toApiError } from '../api-error.ts'
import type { Client } from '../client.ts'
import { createObservable, type Observable } from '../observable.ts'
import type { EntityStore } from './entity-store.ts'
import { withoutRows } from './rows.ts'
import { type LoadStatus, statusOf } from './state.ts'

/** Messages of the first read: as many as are visible at first. */
const defaultMessages = 50
/** Messages of each further read while scrolling: no more than the browser draws in a frame. */
const olderMessages = 25
/** Maximum number of messages in one call. */
const maxMessages = 200

/** The messages about the open record, or the notes. */
export interface ThreadState {
  /** The messages read so far, newest first. */
  messages: readonly EntityRecord[]
  /** `idle` until the first read. */
  status: LoadStatus
  error: ApiError | null
  /** Number of messages on the server. */
  count: number
}

/** The messages of the open record of one entity; empty as soon as another record is open, or none. */
export interface ThreadStore extends Observable<ThreadState> {
  /** Reads the newest messages (again). */
  load(): Promise<void>
  /** Reads older messages. */
  loadMore(): Promise<void>
  /** Reads again whenever the server reports a new message, until the returned function is called. */
  follow(): () => void
}

/** Where a thread comes from. */
export interface ThreadSource {
  /** The live event of the record that tells of a change. */
  action: ChangeAction
  /** Reads one page of it, newest first. */
  read(client: Client, place: ThreadPlace, page: ThreadPage): Promise<{ rows: readonly EntityRecord[]; count: number }>
}

/** The open record. */
interface ThreadPlace {
  entity: string
  id: string
  record: EntityRecord | null
}

interface ThreadPage {
  limit_start: number
  limit_page_length: number
}

/** Mail and WhatsApp. */
const messages: ThreadSource = {
  action: 'communication',
  async read({ app }, { entity, id, record }, page) {
    const { communications, count } = await app.communications({ entity, id, ...contactOf(record), ...page })
    return { rows: communications, count }
  },
}

/** The thread of an entity's open record; each call returns the same one. */
export const threadOf = threadsOf(messages)

/** Gives the threads of a source, one for each store. */
export function threadsOf(source: ThreadSource): (client: Client, entity: string) => ThreadStore {
  const threads = new WeakMap<EntityStore, ThreadStore>()
  return (client, entity) => {
    const records = client.store(entity)
    let thread = threads.get(records)
    if (!thread) {
      thread = createThread(client, records, source)
      threads.set(records, thread)
    }
    return thread
  }
}

function createThread(client: Client, records: EntityStore, source: ThreadSource): ThreadStore {
  const state = createObservable<ThreadState>(unread)
  const get = state.getSnapshot
  let openId = records.getSnapshot().activeId
  let reading = 0

  records.subscribe(() => {
    const { activeId } = records.getSnapshot()
    if (activeId === openId) return
    openId = activeId
    reading++
    if (get() !== unread) state.set(unread)
  })

  const read = async (start: number) => {
    if (openId === null) return
    const { messages: held, status } = get()
    const number = ++reading
    if (status !== 'ready') state.set({ status: 'loading' })
    try {
      const place = { entity: records.entity, id: openId, record: records.getSnapshot().activeEntity }
      const { rows, count } = await source.read(client, place, {
        limit_start: start,
        // The first read covers the messages on screen, up to the maximum of one call, so that the reader
        // keeps the place.
        limit_page_length: start === 0 ? Math.max(defaultMessages, Math.min(held.length, maxMessages)) : olderMessages,
      })
      if (number !== reading) return
      const fresh = unchanged(rows, get().messages)
      const messages =
        start === 0
          ? [...fresh, ...(fresh.length < count ? olderThan(fresh.at(-1), get().messages) : [])]
          : [...held, ...withoutRows(fresh, new Set(held.map((row) => row.id)))]
      state.set({ messages, status: 'ready', error: null, count })
    } catch (error) {
      if (number !== reading) return
      const problem = toApiError(error)
      state.set({ error: problem, status: get().status === 'ready' ? 'ready' : statusOf(problem) })
    }
  }

  return {
    getSnapshot: get,
    subscribe: state.subscribe,
    load: () => read(0),
    loadMore: () => read(get().messages.length),
    follow: () =>
      client.watchEvents((name, payload) => {
        if (name !== 'doc_update' || get().status === 'idle') return
        const { entity, id, action } = payload as DocUpdate
        if (entity === records.entity && id === openId && action === source.action) void read(0)
      }),
  }
}

const unread: ThreadState = { messages: [], status: 'idle', error: null, count: 0 }

/** The record's WhatsApp contact finds further messages. */
function contactOf(record: EntityRecord | null): { whatsapp_contact_id?: string } {
  const contact = record?.whatsapp_contact_id
  return typeof contact === 'string' ? { whatsapp_contact_id: contact } : {}
}

/** The rows after `last`; none if `last` is not among them, since other messages may lie in between. */
function olderThan(last: EntityRecord | undefined, rows: readonly EntityRecord[]): EntityRecord[] {
  const place = rows.findIndex(({ id }) => id === last?.id)
  return place === -1 ? [] : rows.slice(place + 1)
}

/** The same rows, with the former object for each unchanged one, so that its component does not render again. */
function unchanged(rows: readonly EntityRecord[], held: readonly EntityRecord[]): EntityRecord[] {
  const known = new Map(held.map((row) => [row.id, row]))
  return rows.map((row) => {
    const former = known.get(row.id)
    return former && former.modified === row.modified ? former : row
  })
}
