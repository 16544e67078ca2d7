import { joinFilters, type ListShown, readLayoutFields } from '@tavla/client'

/**
 * The query part of the address of a list with its current settings, with its `?`, so that a copied address shows
 * another person the same list. Over a view, `base` is the list that the view shows, and only differences are written.
 */
export function writeListAddress(list: ListShown & { view?: string | null }, base: ListShown): string {
  const params = new URLSearchParams()
  if (list.view) params.set('view', list.view)
  const [now, then] = [partsOf(list), partsOf(base)]
  for (const [name, value] of Object.entries(now)) {
    // A person's own sums are kept with their settings.
    if (value !== then[name] && (list.view || name !== 'sums')) params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}

/** The parts of an address; a blank one is ''. */
const partsOf = (list: ListShown): Record<string, string> => ({
  search: list.searchText.trim(),
  filters:
    list.group || Object.keys(list.filters).length > 0 ? JSON.stringify(joinFilters(list.filters, list.group)) : '',
  order_by: list.orderBy,
  fields: list.listFields.join(),
  layout: list.layout,
  columns: list.columns.length > 0 ? JSON.stringify(list.columns) : '',
  sums: Object.keys(list.sums).length > 0 ? JSON.stringify(list.sums) : '',
  group_by: list.groupBy,
  ...list.layoutFields,
})

/** A list without any choice, in the entity's own layout. */
export const blankList = (layout: ListShown['layout']): ListShown => ({
  searchText: '',
  filters: {},
  group: null,
  orderBy: '',
  listFields: [],
  layout,
  columns: [],
  sums: {},
  groupBy: '',
  layoutFields: readLayoutFields({}),
  lost: [],
})
