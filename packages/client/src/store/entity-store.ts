import { type EntityRecord, limits } from '@tavla/contract'
import { createObservable, type Observable } from '../observable.ts'
import type { StoreContext, StoreServices } from './context.ts'
import { createList } from './list.ts'
import { createListCriteria, type ListCriteria } from './list-criteria.ts'
import { createListLive } from './list-live.ts'
import type { View } from './list-pages.ts'
import { pageQuery } from './list-query.ts'
import { createRefresh } from './list-refresh.ts'
import { createVisits, type VisitsPart } from './list-visits.ts'
import { createLiveEvents, type LiveEvents } from './live-events.ts'
import { createRecord, type OpenRecord } from './record.ts'
import { createSelection, type Selection } from './selection.ts'
import { type EntityState, initialState } from './state.ts'
import { createWriteGate, type WriteGate } from './write-gate.ts'
import { createWrites, type RecordWrites } from './writes.ts'

/** All state and actions of one entity name: its meta, its list, its open record. */
export interface EntityStore extends ListStore {
  /** Adds a part that hears the live events of the store, made of the same services; `makeParts` makes another list. */
  extend<Part extends LiveEvents>(make: (context: StoreContext, makeParts: () => StoreParts) => Part): Part
}

/** A list and what is done with its records. */
export interface ListStore
  extends Observable<EntityState>,
    ListReading,
    ListCriteria,
    Selection,
    OpenRecord,
    RecordWrites {
  readonly entity: string
  /** Loads only meta, for a form without a list. */
  loadMeta(): Promise<void>
}

/** The rows of a list: reading them, and the reader's position in them. */
interface ListReading {
  /** Reads meta and list once; later calls wait for the same read. */
  initialise(): Promise<void>
  enter: VisitsPart['enter']
  reload(): Promise<void>
  retry(): Promise<void>
  loadMore(): Promise<void>
  /**
   * Reads as many records as one call returns, from the top of the list with its current settings, for
   * printing; throws ApiError.
   */
  readForPaper(): Promise<readonly EntityRecord[]>
  /** Reports the visible rows, by index. */
  setView(view: View): void
  setItemsPerPage(items: number): void
  clearResetScroll(): void
  /** Keeps every row at its place, whatever others change, until the returned function is called. */
  hold(): () => void
  /** The records in the order in which the screen shows them. */
  rowsShown(): readonly EntityRecord[]
}

/** The store with the methods that its client calls. */
export interface ConnectedStore extends EntityStore, LiveEvents {}

/** Makes the store of an entity; it reads nothing before it is asked to. */
export function createEntityStore(entity: string, services: StoreServices): ConnectedStore {
  const gate = createWriteGate(services.beforeWrite)
  // One gate for all: a part hears of an own write after it has ended.
  const makeParts = () => createParts(entity, services, gate)
  const { context, store } = makeParts()
  const hearing: LiveEvents[] = [store]
  return {
    ...store,
    extend(make) {
      const part = make(context, makeParts)
      hearing.push(part)
      return part
    },
    handleEvent(name, payload) {
      for (const part of hearing) part.handleEvent(name, payload)
    },
    handleJoined(isAgain) {
      for (const part of hearing) part.handleJoined(isAgain)
    },
    handleReturn() {
      for (const part of hearing) part.handleReturn()
    },
  }
}

/** A list with its own state. */
export type StoreParts = ReturnType<typeof createParts>

function createParts(entity: string, services: StoreServices, gate: WriteGate) {
  const state = createObservable(initialState(entity))
  const context: StoreContext = { ...services, entity, state, gate, ownDeletes: new Set() }
  const list = createList(context)
  const refresh = createRefresh(context, list)
  const updates = createListLive(context, list, refresh)
  const record = createRecord(context)
  const { openRecord, reloadRecord, setEditing, tellChanged } = record
  const rowsShown = () => context.shownRows?.() ?? state.getSnapshot().activeList
  const selection = createSelection(state, rowsShown)
  const { enter, isListed } = createVisits(context, { list, refresh, updates, selection })
  const get = state.getSnapshot

  const reading: ListReading = {
    initialise: list.initialise,
    enter,
    reload: () => list.reload(),
    retry: list.retry,
    loadMore: list.pages.loadMore,
    readForPaper: async () => (await context.entities.list(entity, pageQuery(get(), 0, limits.pageCap))).data,
    setView(view) {
      if (list.pages.setView(view)) updates.handleMove()
    },
    setItemsPerPage(items) {
      const { listInfo } = get()
      if (items !== listInfo.itemsPerPage) state.set({ listInfo: { ...listInfo, itemsPerPage: items } })
    },
    clearResetScroll() {
      const { listInfo } = get()
      if (listInfo.resetScroll) state.set({ listInfo: { ...listInfo, resetScroll: false } })
    },
    hold: updates.hold,
    rowsShown,
  }

  const store: ListStore & LiveEvents = {
    entity,
    getSnapshot: get,
    subscribe: state.subscribe,
    loadMeta: async () => list.applyMeta(await context.metas.get(entity)),
    ...reading,
    ...createListCriteria(context, list, refresh),
    ...selection,
    ...{ openRecord, reloadRecord, setEditing, tellChanged },
    ...createWrites(context, { list, refresh, record, isListed }),
    ...createLiveEvents(context, { list, updates, record, isListed }),
  }
  return { context, store, list, isListed }
}
