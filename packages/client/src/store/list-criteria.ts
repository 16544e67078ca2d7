import type { FilterGroup, LayoutFields, ListColumn, ListLayout, ListSums } from '@tavla/contract'
import type { ListSetting } from '../list-settings.ts'
import { isEmpty } from '../query-string.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import { fieldsQuery } from './list-query.ts'
import type { RefreshPart } from './list-refresh.ts'
import { firstLayoutOf } from './own-layout.ts'
import { searchable } from './search.ts'
import {
  type Condition,
  type EntityState,
  type Filters,
  type ListAddress,
  type ListScope,
  type ListShown,
  noLayoutFields,
} from './state.ts'

/** The query and display of a list: search, filters, order, fields, layout. */
export interface ListCriteria {
  /** Presets from the address, before the first read. */
  preset(address: ListAddress): void
  /** Asks for the list of another address; the views of an open list show it. */
  ask(address: ListAddress): void
  /** Sets the scope of a screen before the list is entered; clears search and rows of another screen. */
  setScope(scope: ListScope): void
  /** Reads an entered list again under another scope of its screen; search and filters stay. */
  changeScope(scope: ListScope): void
  /** Call it on every keyup of the search box: reads again when the text changed; an emptied text clears all filters. */
  search(text: string): void
  /** A blank value removes the filter. */
  setFilter(fieldname: string, condition: Condition): void
  clearFilters(): void
  /** Sets all conditions at once: those by field, and the group beside them. */
  setConditions(filters: Filters, group: FilterGroup | null): void
  /** '' is the entity's own order. Saved per person, as are fields and layout, unless a view is shown. */
  setOrderBy(orderBy: string): Promise<void>
  setListFields(fieldnames: readonly string[]): Promise<void>
  setLayout(layout: ListLayout): Promise<void>
  setColumns(columns: readonly ListColumn[]): Promise<void>
  setSums(sums: ListSums): Promise<void>
  /** `field` or `field:day|week|month|quarter|year`; '' ends the grouping. */
  setGroupBy(groupBy: string): Promise<void>
  /** Sets some of the fields of Board and Calendar. */
  setLayoutFields(change: Partial<LayoutFields>): Promise<void>
  /** Width in pixels of the list beside an open record. */
  setSplit(split: number): Promise<void>
  /** Takes what the entity no longer has out of the person's own settings. */
  forgetLost(): Promise<void>
  /** The display of the view, or the entity's own. */
  resetSettings(): Promise<void>
  /** Inserts announced new records. */
  showNew(): Promise<void>
  /** Puts the list under a view or none; with a query, the list is read from its top. */
  setListView(change: ViewChange): void
}

/** A view of a list, and what it shows. */
export type ViewChange = Pick<EntityState, 'view' | 'viewShown'> & { query?: ListShown; asked?: null }

export function createListCriteria(
  { entity, state, settings }: StoreContext,
  { requery, request }: ListPart,
  refresh: RefreshPart,
): ListCriteria {
  const get = state.getSnapshot
  /** Changes over a view stay out of the person's own list. */
  const save = async (part: Partial<ListSetting>) => {
    if (get().view === null) await settings.save(entity, part)
  }
  return {
    preset(address) {
      const { search = '', filters = {}, group = null, display = null } = address
      if (get().status !== 'idle') return
      state.set({ searchText: searchable(search), filters, group, addressed: display, asked: address })
    },
    ask: (asked) => state.set({ asked }),
    setScope(scope) {
      if (isSame(scope, get().scope)) return
      if (get().status === 'idle') return state.set({ scope })
      state.set({
        scope,
        searchText: '',
        filters: {},
        group: null,
        view: null,
        viewShown: null,
        activeList: [],
        selected: [],
        isAllSelected: false,
      })
    },
    changeScope(scope) {
      if (!isSame(scope, get().scope)) void requery({ scope })
    },
    search(typed) {
      const { searchText } = get()
      const text = searchable(typed)
      const wanted = text.trim()
      const former = searchText.trim()
      if (text !== searchText) state.set({ searchText: text })
      if (wanted === former) return
      const change = wanted === '' ? { filters: {}, group: null } : {}
      // Before the first read has begun, it takes the text along.
      if (request.generation > 0) void requery(change)
      else state.set(change)
    },
    setFilter(fieldname, condition) {
      const { [fieldname]: former, ...others } = get().filters
      if (isSame(former, condition) || (isEmpty(former) && isEmpty(condition))) return
      void requery({ filters: isEmpty(condition) ? others : { ...others, [fieldname]: condition } })
    },
    clearFilters: () => void requery({ searchText: '', filters: {}, group: null }),
    setConditions(filters, group) {
      if (!isSame([filters, group], [get().filters, get().group])) void requery({ filters, group })
    },
    async setOrderBy(orderBy) {
      await Promise.all([requery({ orderBy }), save({ order_by: orderBy })])
    },
    async setListFields(listFields) {
      await Promise.all([requery({ listFields }), save({ list_fields: [...listFields] })])
    },
    async setLayout(layout) {
      // Some layouts show fields that the rows lack.
      if (isSame(fieldsQuery({ ...get(), layout }), fieldsQuery(get()))) state.set({ layout })
      else void requery({ layout })
      await save({ layout })
    },
    async setColumns(columns) {
      const { fields: former = [] } = fieldsQuery(get())
      state.set({ columns })
      const { fields: wanted = [] } = fieldsQuery(get())
      // The reader's place stays: visible rows are read again at once, others as they come into view.
      if (wanted.some((name) => !former.includes(name))) {
        refresh.markStale()
        void refresh.refetchView().catch(() => undefined)
      }
      await save({ columns: [...columns] })
    },
    async setSums(sums) {
      state.set({ sums })
      await save({ sums })
    },
    async setGroupBy(groupBy) {
      await Promise.all([requery({ groupBy }), save({ group_by: groupBy })])
    },
    async setLayoutFields(change) {
      state.set({ layoutFields: { ...get().layoutFields, ...change } })
      await save(change)
    },
    async setSplit(split) {
      state.set({ split })
      await settings.save(entity, { split })
    },
    async forgetLost() {
      state.set({ lost: [] })
      const { orderBy, listFields, columns, sums, groupBy, layoutFields, addressed } = get()
      if (addressed) return
      const kept = { order_by: orderBy, list_fields: [...listFields], columns: [...columns], sums, group_by: groupBy }
      await save({ ...kept, ...layoutFields })
    },
    async resetSettings() {
      const { meta, viewShown } = get()
      if (viewShown) {
        const { orderBy, listFields, layout, columns, sums, groupBy, layoutFields, lost } = viewShown
        return requery({ orderBy, listFields, layout, columns, sums, groupBy, layoutFields, lost })
      }
      const layout = meta ? firstLayoutOf(meta) : 'List'
      const defaults = {
        ...{ orderBy: '', listFields: [], layout, columns: [], sums: {}, groupBy: '', split: 0, lost: [] },
        layoutFields: noLayoutFields,
      }
      await Promise.all([requery(defaults), settings.reset(entity)])
    },
    showNew: () => requery({}),
    setListView({ query, ...change }) {
      if (query) void requery({ ...change, ...query, addressed: null })
      else state.set(change)
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
