import type { DocUpdate, EntityRecord } from '@tavla/contract'
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

/** The messages about the open record. */
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

const threads = new WeakMap<EntityStore, ThreadStore>()

/** The thread of an entity's open record; each call returns the same one. */
export function threadOf(client: Client, entity: string): ThreadStore {
  const records = client.store(entity)
  let thread = threads.get(records)
  if (!thread) {
    thread = createThread(client, records)
    threads.set(records, thread)
  }
  return thread
}

function createThread({ app, watchEvents }: Client, records: EntityStore): ThreadStore {
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
      const { communications, count } = await app.communications({
        entity: records.entity,
        id: openId,
        ...contactOf(records.getSnapshot().activeEntity),
        limit_start: start,
        // The first read covers the messages on screen, up to the maximum of one call, so that the reader
        // keeps the place.
        limit_page_length: start === 0 ? Math.max(defaultMessages, Math.min(held.length, maxMessages)) : olderMessages,
      })
      if (number !== reading) return
      const fresh = unchanged(communications, get().messages)
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
      watchEvents((name, payload) => {
        if (name !== 'doc_update' || get().status === 'idle') return
        const { entity, id, action } = payload as DocUpdate
        if (entity === records.entity && id === openId && action === 'communication') void read(0)
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
