import { isEmpty } from '../query-string.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import { searchable, searchFilters } from './search.ts'
import type { Condition, EntityState, Filters, ListScope } from './state.ts'

/** The part of a list's state that an address may carry. */
export interface ListAddress {
  search?: string
  filters?: Filters
  /**
   * Another person's display of the list; absent settings take the entity's default. The person's own
   * settings stay unchanged.
   */
  display?: NonNullable<EntityState['addressed']>
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
  /** '' is the entity's own order. Saved per person, as are fields and layout. */
  setOrderBy(orderBy: string): Promise<void>
  setListFields(fieldnames: readonly string[]): Promise<void>
  setLayout(layout: 'List' | 'Tiles'): Promise<void>
  resetSettings(): Promise<void>
  /** Inserts announced new records. */
  showNew(): Promise<void>
}

export function createListCriteria({ entity, state, settings }: StoreContext, { requery }: ListPart): ListCriteria {
  const get = state.getSnapshot
  return {
    preset({ search = '', filters = {}, display = null }) {
      if (get().status !== 'idle') return
      state.set({ searchText: searchable(search), filters, addressed: display })
    },
    setScope(scope) {
      if (isSame(scope, get().scope)) return
      if (get().status === 'idle') return state.set({ scope })
      state.set({ scope, searchText: '', filters: {}, orFilters: {}, activeList: [], selected: [] })
    },
    search(typed) {
      const { searchText, meta } = get()
      const text = searchable(typed)
      const wanted = text.trim()
      const former = searchText.trim()
      if (text !== searchText) state.set({ searchText: text })
      if (wanted === former) return
      if (wanted === '') void requery({ filters: {}, orFilters: {} })
      // Before meta has arrived, the first read takes the text along.
      else if (meta) void requery({ orFilters: searchFilters(meta, wanted) })
    },
    setFilter(fieldname, condition) {
      const { [fieldname]: former, ...others } = get().filters
      if (isSame(former, condition) || (isEmpty(former) && isEmpty(condition))) return
      void requery({ filters: isEmpty(condition) ? others : { ...others, [fieldname]: condition } })
    },
    clearFilters: () => void requery({ searchText: '', filters: {}, orFilters: {} }),
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
    showNew: () => requery({}),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
