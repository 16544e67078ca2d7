import { isEmpty } from '../query-string.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import { searchable, searchFilters } from './search.ts'
import type { Condition, EntityState, Filters, ListScope } from './state.ts'

/** What an address may carry of a list. */
export interface ListAddress {
  search?: string
  filters?: Filters
  /** How somebody else had the list; what it does not name is as the entity has it. The person's own settings stay. */
  display?: NonNullable<EntityState['addressed']>
}

/** What a list is asked for and how it is shown: search, filters, order, fields, layout. */
export interface ListQuestion {
  /** Presets from the address, before the first read. */
  preset(address: ListAddress): void
  /** What the list of a screen is about, before it is entered; another screen's search and rows are gone with its own. */
  setScope(scope: ListScope): void
  /** Every keyup of the search box: reads again when the text changed; a text that became empty clears all filters. */
  search(text: string): void
  /** A blank value takes the filter away. */
  setFilter(fieldname: string, condition: Condition): void
  clearFilters(): void
  /** '' is the entity's own order. Kept per person, as are fields and layout. */
  setOrderBy(orderBy: string): Promise<void>
  setListFields(fieldnames: readonly string[]): Promise<void>
  setLayout(layout: 'List' | 'Tiles'): Promise<void>
  resetSettings(): Promise<void>
  /** Brings announced new records in. */
  showNew(): Promise<void>
}

export function createQuestion({ entity, state, settings }: StoreContext, { requery }: ListPart): ListQuestion {
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
      // Before meta is there, the first read takes the text along.
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
