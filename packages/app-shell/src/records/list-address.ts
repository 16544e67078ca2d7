import {
  joinFilters,
  type ListAddress,
  type ListShown,
  readColumns,
  readLayout,
  readLayoutFields,
  splitFilters,
} from '@tavla/client'

/** The list settings in an address; invalid parts are ignored. */
export function readListAddress(search: string): ListAddress {
  const params = new URLSearchParams(search)
  const view = params.get('view')
  const { filters, group } = readFilters(params.get('filters'))
  const text = params.get('search')
  const display = readDisplay(params)
  return {
    ...(view !== null && { view }),
    ...(view && { over: Object.fromEntries(params) }),
    ...(text && { search: text }),
    ...(filters && { filters }),
    ...(group && { group }),
    ...(display && { display }),
  }
}

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

function readDisplay(params: URLSearchParams): ListAddress['display'] {
  const [orderBy, fields, layout, columns, groupBy] = ['order_by', 'fields', 'layout', 'columns', 'group_by'].map(
    (name) => params.get(name) ?? '',
  )
  const layoutFields = readLayoutFields(Object.fromEntries(params))
  const isPlain = Object.values(layoutFields).every((name) => name === '')
  if (!orderBy && !fields && !layout && !columns && !groupBy && isPlain) return undefined
  return {
    orderBy: orderBy ?? '',
    listFields: fields ? fields.split(',') : [],
    layout: readLayout(layout),
    columns: readColumns(readJson(columns ?? '')),
    groupBy: groupBy ?? '',
    layoutFields,
  }
}

/** The filters of an address, in the spelling of the API (reference: http-api, Filters). */
function readFilters(text: string | null): Pick<ListAddress, 'filters' | 'group'> {
  const parsed = readJson(text ?? '')
  // A list of conditions is a group of them.
  const value = Array.isArray(parsed) && parsed.length > 0 ? { and: parsed } : parsed
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? splitFilters({ ...value }) : {}
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
