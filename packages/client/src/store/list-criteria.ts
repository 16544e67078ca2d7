import type { FilterGroup, LayoutFields, ListColumn, ListLayout, ListSums } from '@tavla/contract'
import { isEmpty } from '../query-string.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import { fieldsQuery } from './list-query.ts'
import type { RefreshPart } from './list-refresh.ts'
import { searchable } from './search.ts'
import { type Condition, type Filters, type ListDisplay, type ListScope, noLayoutFields } from './state.ts'

/** The part of a list's state that an address may carry. */
export interface ListAddress {
  search?: string
  filters?: Filters
  group?: FilterGroup
  /**
   * Another person's display of the list; absent settings take the entity's default. The person's own
   * settings stay unchanged.
   */
  display?: ListDisplay
}

/** The query and display of a list: search, filters, order, fields, layout. */
export interface ListCriteria {
  /** Presets from the address, before the first read. */
  preset(address: ListAddress): void
  /** Sets the scope of a screen before the list is entered; clears search and rows of another screen. */
  setScope(scope: ListScope): void
  /** Call it on every keyup of the search box: reads again when the text changed; an emptied text clears all filters. */
  search(text: string): void
  /** A blank value removes the filter. */
  setFilter(fieldname: string, condition: Condition): void
  clearFilters(): void
  /** Sets all conditions at once: those by field, and the group beside them. */
  setConditions(filters: Filters, group: FilterGroup | null): void
  /** '' is the entity's own order. Saved per person, as are fields and layout. */
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
  resetSettings(): Promise<void>
  /** Inserts announced new records. */
  showNew(): Promise<void>
}

export function createListCriteria(
  { entity, state, settings }: StoreContext,
  { requery, request }: ListPart,
  refresh: RefreshPart,
): ListCriteria {
  const get = state.getSnapshot
  return {
    preset({ search = '', filters = {}, group = null, display = null }) {
      if (get().status !== 'idle') return
      state.set({ searchText: searchable(search), filters, group, addressed: display })
    },
    setScope(scope) {
      if (isSame(scope, get().scope)) return
      if (get().status === 'idle') return state.set({ scope })
      state.set({
        scope,
        searchText: '',
        filters: {},
        group: null,
        activeList: [],
        selected: [],
        isAllSelected: false,
      })
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
      await Promise.all([requery({ orderBy }), settings.save(entity, { order_by: orderBy })])
    },
    async setListFields(listFields) {
      await Promise.all([requery({ listFields }), settings.save(entity, { list_fields: [...listFields] })])
    },
    async setLayout(layout) {
      // Some layouts show fields that the rows lack.
      if (isSame(fieldsQuery({ ...get(), layout }), fieldsQuery(get()))) state.set({ layout })
      else void requery({ layout })
      await settings.save(entity, { layout })
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
      await settings.save(entity, { columns: [...columns] })
    },
    async setSums(sums) {
      state.set({ sums })
      await settings.save(entity, { sums })
    },
    async setGroupBy(groupBy) {
      await Promise.all([requery({ groupBy }), settings.save(entity, { group_by: groupBy })])
    },
    async setLayoutFields(change) {
      state.set({ layoutFields: { ...get().layoutFields, ...change } })
      await settings.save(entity, change)
    },
    async setSplit(split) {
      state.set({ split })
      await settings.save(entity, { split })
    },
    async forgetLost() {
      state.set({ lost: [] })
      const { orderBy, listFields, columns, sums, groupBy, addressed } = get()
      if (addressed) return
      const kept = { order_by: orderBy, list_fields: [...listFields], columns: [...columns], sums, group_by: groupBy }
      await settings.save(entity, kept)
    },
    async resetSettings() {
      const layout = get().meta?.doc_meta.layout ?? 'List'
      const defaults = {
        ...{ orderBy: '', listFields: [], layout, columns: [], sums: {}, groupBy: '', split: 0, lost: [] },
        layoutFields: noLayoutFields,
      }
      await Promise.all([requery(defaults), settings.reset(entity)])
    },
    showNew: () => requery({}),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
