import type { Meta } from '@tavla/contract'
import { type ListSetting, readColumns, readLayout, readLayoutFields, readSums } from '../list-settings.ts'
import { splitFilters } from '../store/filter-groups.ts'
import { soundDisplay } from '../store/list-query.ts'
import { firstLayoutOf } from '../store/own-layout.ts'
import { searchable } from '../store/search.ts'
import type { EntityState, ListAddress, ListShown } from '../store/state.ts'
import type { SavedView } from './cache.ts'

/** A list as a view shows it, without names that the entity no longer has. */
export const soundShown = (meta: Meta, view: SavedView): ListShown => sound(meta, shownOf(view))

const sound = (meta: Meta, shown: ListShown): ListShown => ({ ...shown, ...soundDisplay(meta, shown) })

function shownOf(view: SavedView): ListShown {
  const columns = readColumns(view.columns)
  const layout = readLayout(view.layout) || 'List'
  const isTable = layout === 'Table'
  return {
    searchText: textOf(view.search),
    ...filtersOf(view.filters),
    orderBy: textOf(view.order_by),
    // The other layouts show fields without widths.
    listFields: isTable ? [] : columns.map(({ fieldname }) => fieldname),
    columns: isTable ? columns : [],
    layout,
    sums: readSums(view.sums),
    groupBy: textOf(view.group_by),
    layoutFields: readLayoutFields(view),
    lost: [],
  }
}

function filtersOf(value: unknown): Pick<ListShown, 'filters' | 'group'> {
  // A list of conditions is a group of them.
  const filter: unknown = Array.isArray(value) ? (value.length > 0 ? { and: value as unknown[] } : {}) : (value ?? {})
  const { filters = {}, group = null } = typeof filter === 'object' && filter ? splitFilters({ ...filter }) : {}
  return { filters, group }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The person's own list, without names that the entity no longer has. */
export const ownShown = (meta: Meta, own: ListSetting): ListShown => sound(meta, ownList(meta, own))

const ownList = (meta: Meta, own: ListSetting): ListShown => ({
  searchText: '',
  filters: {},
  group: null,
  orderBy: own.order_by,
  listFields: own.list_fields,
  layout: own.layout || firstLayoutOf(meta),
  columns: own.columns,
  sums: own.sums,
  groupBy: own.group_by,
  layoutFields: readLayoutFields({ ...own }),
  lost: [],
})

/** The state of a list that opens with a view, and with what its address or the person has put over it. */
export function openedView(
  meta: Meta,
  view: SavedView,
  state: Pick<EntityState, 'asked' | 'searchText'>,
): ListShown & { view: string; viewShown: ListShown } {
  const { over = {} } = state.asked ?? {}
  const shown = sound(meta, { ...shownOf(view), ...readOver(over) })
  // A text that was typed before the view was known.
  const isTyped = over.search === undefined && state.searchText !== ''
  const searchText = isTyped ? state.searchText : shown.searchText
  return { ...shown, searchText, view: view.id, viewShown: soundShown(meta, view) }
}

/** The person's own list, with what an address without a view has over it. */
export function openedOwn(meta: Meta, own: ListSetting, address: ListAddress): ListShown {
  const { search = '', filters = {}, group = null, display } = address
  const shown = ownList(meta, own)
  const layout = display?.layout || shown.layout
  return sound(meta, { ...shown, ...display, layout, searchText: searchable(search), filters, group })
}

/** The parts of an address over a view. */
function readOver(over: Readonly<Record<string, string>>): Partial<ListShown> {
  const read = <Part>(name: string, part: (text: string) => Part) => {
    const text = over[name]
    return text === undefined ? undefined : part(text)
  }
  const layout = readLayout(over.layout)
  const hasFields = layoutFieldNames.some((name) => name in over)
  const parts = {
    searchText: read('search', String),
    orderBy: read('order_by', String),
    listFields: read('fields', (text) => (text === '' ? [] : text.split(','))),
    columns: read('columns', (text) => readColumns(readJson(text))),
    sums: read('sums', (text) => readSums(readJson(text))),
    groupBy: read('group_by', String),
    ...read('filters', (text) => filtersOf(readJson(text))),
    ...(layout && { layout }),
    ...(hasFields && { layoutFields: readLayoutFields(over) }),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}

const layoutFieldNames = Object.keys(readLayoutFields({}))

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
