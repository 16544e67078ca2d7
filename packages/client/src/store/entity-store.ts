import type { DocUpdate, DocViewers, EntityRecord, ListUpdate } from '@tavla/contract'
import { limits } from '@tavla/contract'
import { createObservable, type Observable } from '../observable.ts'
import { isEmpty } from '../query-string.ts'
import type { StoreContext, StoreServices } from './context.ts'
import { createList } from './list.ts'
import { createListLive } from './list-live.ts'
import type { View } from './list-pages.ts'
import { pageQuery } from './list-query.ts'
import { createRefresh } from './list-refresh.ts'
import { createRecord, type RecordPart } from './record.ts'
import { mergeRow, withoutRows } from './rows.ts'
import { searchable, searchFilters } from './search.ts'
import { type Condition, type EntityState, type Filters, initialState, type ListScope } from './state.ts'
import { createWriteGate } from './write-gate.ts'

/** What an address may carry of a list. */
export interface ListAddress {
  search?: string
  filters?: Filters
  /** How somebody else had the list; what is not named of it is as the entity has it. Nobody's own wishes change by it. */
  display?: NonNullable<EntityState['addressed']>
}

/** All that the client holds and does for one entity name (spec 3 and 4). Failing writes throw ApiError. */
export interface EntityStore extends Observable<EntityState> {
  readonly entity: string
  /** Reads meta and list once; later calls wait for the same. */
  initialise(): Promise<void>
  /** Only meta, for a form without a list. */
  loadMeta(): Promise<void>
  /**
   * A list screen was entered: reads the list (again) and follows it live, until the returned function is called. Whoever comes
   * back to the rows in sight when they left (`left`) finds them there.
   */
  enter(left?: View): () => void
  /** Presets from the address, before the first read. */
  preset(address: ListAddress): void
  /** What the list of a screen is about, before it is entered; another screen's search and rows are gone with its own. */
  setScope(scope: ListScope): void
  reload(): Promise<void>
  /** As many records as one call may bring, from the top of the list as it is set now, for paper; throws ApiError. */
  readForPaper(): Promise<readonly EntityRecord[]>
  retry(): Promise<void>
  loadMore(): Promise<void>
  /** Tells which rows are in sight, by index. */
  setView(view: View): void
  setItemsPerPage(items: number): void
  clearResetScroll(): void
  /** Brings announced new records in. */
  showNew(): Promise<void>
  /** Every keyup of the search box: reads again when the text changed; a text that became empty clears all filters. */
  search(text: string): void
  /** A blank value (contract 8.32) takes the filter away. */
  setFilter(fieldname: string, condition: Condition): void
  clearFilters(): void
  /** '' is the entity's own order. Kept per person, as are fields and layout (contract 9.3). */
  setOrderBy(orderBy: string): Promise<void>
  setListFields(fieldnames: readonly string[]): Promise<void>
  setLayout(layout: 'List' | 'Tiles'): Promise<void>
  resetSettings(): Promise<void>
  /** False when no more can be selected. */
  toggleSelected(id: string): boolean
  /** All rows between two as the second of them comes to be: selected, or not any more. False when no more can be selected. */
  toggleRange(from: string, to: string): boolean
  /** All rows loaded, at most 500. */
  selectAll(): void
  clearSelection(): void
  /** Row boxes are there before anything is selected, where there is little room (contract 9.3). */
  setSelecting(isSelecting: boolean): void
  /** Keeps every row where it is, whatever others do, until the returned function is called (contract 4.4). */
  hold(): () => void
  setDraft(fieldname: string, value: unknown): void
  clearDraft(): void
  /** Creates from the draft, or from `fields`; clears the draft and shows the list from its top. */
  create(fields?: Readonly<Record<string, unknown>>): Promise<EntityRecord>
  /** Saves the given fields of a record. */
  update(id: string, fields: Readonly<Record<string, unknown>>): Promise<EntityRecord>
  /** `query` goes with the call, such as `confirm_data_loss`. */
  remove(id: string, query?: Readonly<Record<string, unknown>>): Promise<void>
  /** Sets the same values in every selected record, all or nothing; answers how many. */
  updateSelected(fields: Readonly<Record<string, unknown>>): Promise<number>
  rename(id: string, newId: string): Promise<string>
  runAction<T = unknown>(id: string, action: string, data?: unknown): Promise<T>
  openRecord: RecordPart['open']
  reloadRecord: RecordPart['reload']
  setEditing: RecordPart['setEditing']
  tellChanged: RecordPart['tellChanged']
}

/** The store as its client sees it: live events come in here. */
export interface ConnectedStore extends EntityStore {
  handleEvent(name: string, payload: unknown): void
  /** `isAgain`: after a connection that was lost. */
  handleJoined(isAgain: boolean): void
  /** Calls are answered again after one that was not: what failed meanwhile is read again. */
  handleReturn(): void
}

export function createEntityStore(entity: string, services: StoreServices): ConnectedStore {
  const state = createObservable(initialState(entity))
  const context: StoreContext = { ...services, entity, state, gate: createWriteGate(), ownDeletes: new Set() }
  const { entities, metas, settings, live, gate, ownDeletes } = context
  const list = createList(context)
  const refresh = createRefresh(context, list)
  const updates = createListLive(context, list, refresh)
  const record = createRecord(context)
  const get = state.getSnapshot
  let entered = 0
  let leaveRooms: (() => void) | undefined

  /** Everything that changes what the list asks for (contract 8.38). */
  const requery = (change: Partial<EntityState>) => {
    const { listInfo } = get()
    state.set({
      ...change,
      selected: [],
      listInfo: { ...listInfo, currentPage: 1, limitStart: 0, resetScroll: true },
    })
    return list.reload(true)
  }

  const dropRows = (ids: readonly string[]) => {
    const { activeList, listInfo, selected } = get()
    const kept = withoutRows(activeList, new Set(ids))
    state.set({
      activeList: kept,
      selected: selected.filter((id) => !ids.includes(id)),
      listInfo: { ...listInfo, totalCount: listInfo.totalCount - ids.length, itemsLoaded: kept.length },
    })
  }

  const takeRecord = (saved: EntityRecord) => {
    state.set({ activeList: mergeRow(get().activeList, saved) })
    record.take(saved)
  }

  const reloadMeta = async () => {
    const before = get().meta
    metas.invalidate(entity)
    list.applyMeta(await metas.get(entity))
    if (get().meta !== before && entered > 0) await list.reload(false, list.view.last + 1)
  }

  /** The rows that were held stay, and are read again as they come into sight. */
  const readWhereLeft = async (left: View) => {
    list.setView(left)
    refresh.markStale()
    await refresh.refetchView().catch(() => list.reload(false, left.last + 1))
  }

  const store: ConnectedStore = {
    entity,
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    initialise: list.initialise,
    loadMeta: async () => list.applyMeta(await metas.get(entity)),
    enter(left) {
      if (++entered === 1) {
        const releases = [live.watchList(entity), live.watchRecord('Entity', entity)]
        leaveRooms = () => {
          for (const release of releases) release()
        }
        const { status, activeList, listInfo } = get()
        const wanted = left ? Math.min(left.last + 1, listInfo.totalCount) : 0
        if (status !== 'ready') void list.initialise()
        // Who comes back at once may have left while the list was read from its top: that answer would take the place away.
        else if (left && wanted <= activeList.length && list.keepRows()) void readWhereLeft(left)
        else void list.reload(false, wanted)
      }
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        if (--entered > 0) return
        leaveRooms?.()
        list.stop()
        updates.stop()
        store.clearSelection()
      }
    },
    preset({ search = '', filters = {}, display = null }) {
      if (get().status !== 'idle') return
      state.set({ searchText: searchable(search), filters, addressed: display })
    },
    setScope(scope) {
      if (JSON.stringify(scope) === JSON.stringify(get().scope)) return
      if (get().status === 'idle') return state.set({ scope })
      state.set({ scope, searchText: '', filters: {}, orFilters: {}, activeList: [], selected: [] })
    },
    reload: () => list.reload(),
    readForPaper: async () => (await entities.list(entity, pageQuery(get(), 0, limits.pageCap))).data,
    retry: list.retry,
    loadMore: list.loadMore,
    setView(view) {
      if (list.setView(view)) updates.handleMove()
    },
    setItemsPerPage(items) {
      const { listInfo } = get()
      if (items !== listInfo.itemsPerPage) state.set({ listInfo: { ...listInfo, itemsPerPage: items } })
    },
    clearResetScroll() {
      const { listInfo } = get()
      if (listInfo.resetScroll) state.set({ listInfo: { ...listInfo, resetScroll: false } })
    },
    showNew: () => requery({}),
    search(typed) {
      const { searchText, meta } = get()
      const text = searchable(typed)
      const wanted = text.trim()
      const former = searchText.trim()
      if (text !== searchText) state.set({ searchText: text })
      if (wanted === former) return
      if (wanted === '') void requery({ filters: {}, orFilters: {} })
      // Before meta is there, the first read takes the text along.
      else if (meta) void requery({ orFilters: searchFilters(meta, wanted) })
    },
    setFilter(fieldname, condition) {
      const { [fieldname]: former, ...others } = get().filters
      if (JSON.stringify(former) === JSON.stringify(condition) || (isEmpty(former) && isEmpty(condition))) return
      void requery({ filters: isEmpty(condition) ? others : { ...others, [fieldname]: condition } })
    },
    clearFilters() {
      void requery({ searchText: '', filters: {}, orFilters: {} })
    },
    async setOrderBy(orderBy) {
      await Promise.all([requery({ orderBy }), settings.save(entity, { order_by: orderBy })])
    },
    async setListFields(listFields) {
      await Promise.all([requery({ listFields }), settings.save(entity, { list_fields: [...listFields] })])
    },
    async setLayout(layout) {
      state.set({ layout })
      await settings.save(entity, { layout })
    },
    async resetSettings() {
      const layout = get().meta?.doc_meta.layout ?? 'List'
      await Promise.all([requery({ orderBy: '', listFields: [], layout }), settings.reset(entity)])
    },
    toggleSelected(id) {
      const { selected } = get()
      const others = selected.filter((other) => other !== id)
      const isOn = others.length === selected.length
      if (isOn && selected.length >= limits.bulkItems) return false
      state.set({ selected: isOn ? [...selected, id] : others })
      return true
    },
    toggleRange(from, to) {
      const { activeList, selected } = get()
      const ids = activeList.map((row) => row.id)
      const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
      if (start < 0 || end < 0) return store.toggleSelected(to)
      const between = ids.slice(Math.min(start, end), Math.max(start, end) + 1)
      const others = selected.filter((id) => !between.includes(id))
      if (selected.includes(to)) {
        state.set({ selected: others })
        return true
      }
      // Those nearest to where the range began come first, should there be too many.
      if (end < start) between.reverse()
      const all = [...others, ...between]
      state.set({ selected: all.slice(0, limits.bulkItems) })
      return all.length <= limits.bulkItems
    },
    selectAll() {
      state.set({
        selected: get()
          .activeList.slice(0, limits.bulkItems)
          .map((row) => row.id),
      })
    },
    clearSelection() {
      if (get().selected.length > 0 || get().isSelecting) state.set({ selected: [], isSelecting: false })
    },
    setSelecting: (isSelecting) => state.set({ isSelecting }),
    hold: updates.hold,
    setDraft(fieldname, value) {
      state.set({ newEntity: { ...get().newEntity, [fieldname]: value } })
    },
    clearDraft: () => state.set({ newEntity: {} }),
    create: (fields = get().newEntity) =>
      gate.run(async () => {
        const made = await entities.create(entity, fields)
        state.set({ newEntity: {} })
        if (entered > 0) await requery({})
        return made
      }),
    update: (id, fields) =>
      gate.run(async () => {
        const saved = await entities.update(entity, { ...fields, id })
        takeRecord(saved)
        return saved
      }),
    remove: (id, query) =>
      gate.run(async () => {
        await entities.remove(entity, id, query)
        ownDeletes.add(id)
        dropRows([id])
      }),
    updateSelected: (fields) =>
      gate.run(async () => {
        const { selected } = get()
        const { entities: saved, count } = await entities.bulkUpdate(
          entity,
          selected.map((id) => ({ ...fields, id })),
        )
        for (const one of saved) takeRecord(one)
        state.set({ selected: [] })
        // What is in sight may have another order now, or not match any more; the reader stays where they are.
        refresh.markStale()
        void refresh.refetchView().catch(() => undefined)
        return count
      }),
    rename: (id, newId) =>
      gate.run(async () => {
        const name = await entities.rename(id, newId, entity)
        const { activeList, selected } = get()
        state.set({
          activeList: activeList.map((row) => (row.id === id ? { ...row, id: name } : row)),
          selected: selected.map((one) => (one === id ? name : one)),
        })
        return name
      }),
    runAction: (id, action, data) => gate.run(() => entities.runAction(entity, id, action, data)),
    openRecord: record.open,
    reloadRecord: record.reload,
    setEditing: record.setEditing,
    tellChanged: record.tellChanged,
    handleEvent(name, payload) {
      const event = payload as { entity?: unknown; id?: unknown }
      if (event.entity === 'Entity' && event.id === entity && (name === 'doc_update' || name === 'list_update')) {
        if (get().meta) void reloadMeta().catch(() => undefined)
      }
      if (event.entity !== entity) return
      if (name === 'list_update' && entered > 0) updates.handle(payload as ListUpdate)
      if (name === 'doc_update') record.handleUpdate(payload as DocUpdate)
      if (name === 'doc_viewers') record.handleViewers(payload as DocViewers)
    },
    handleJoined(isAgain) {
      // A list that could not be read while the server was away has nothing to refresh: it begins anew.
      if (entered > 0 && isAgain && (get().status === 'failed' || list.isBehind)) void list.retry()
      else if (entered > 0) updates.handleJoined()
      record.handleJoined()
    },
    handleReturn() {
      if (entered > 0 && (get().status === 'failed' || list.isBehind)) void list.retry()
      if (get().activeStatus === 'failed') void record.reload()
    },
  }
  return store
}
