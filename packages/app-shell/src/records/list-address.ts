import {
  type EntityState,
  joinFilters,
  type ListAddress,
  readColumns,
  readLayout,
  readLayoutFields,
  splitFilters,
} from '@tavla/client'

/** The list settings in an address; invalid parts are ignored. */
export function readListAddress(search: string): ListAddress {
  const params = new URLSearchParams(search)
  const { filters, group } = readFilters(params.get('filters'))
  const text = params.get('search')
  const display = readDisplay(params)
  return {
    ...(text && { search: text }),
    ...(filters && { filters }),
    ...(group && { group }),
    ...(display && { display }),
  }
}

type ListParts = Pick<
  EntityState,
  'searchText' | 'filters' | 'group' | 'orderBy' | 'listFields' | 'layout' | 'columns' | 'groupBy' | 'layoutFields'
>

/**
 * The query part of the address of a list with its current settings, with its `?`, so that a copied address shows
 * another person the same; '' for the defaults. `layout` is the entity's own.
 */
export function writeListAddress(list: ListParts, layout: EntityState['layout']): string {
  const params = new URLSearchParams()
  if (list.searchText.trim() !== '') params.set('search', list.searchText.trim())
  if (list.group || Object.keys(list.filters).length > 0) {
    params.set('filters', JSON.stringify(joinFilters(list.filters, list.group)))
  }
  if (list.orderBy !== '') params.set('order_by', list.orderBy)
  if (list.listFields.length > 0) params.set('fields', list.listFields.join())
  if (list.layout !== layout) params.set('layout', list.layout)
  if (list.columns.length > 0) params.set('columns', JSON.stringify(list.columns))
  if (list.groupBy !== '') params.set('group_by', list.groupBy)
  for (const [name, field] of Object.entries(list.layoutFields)) if (field !== '') params.set(name, field)
  return params.size === 0 ? '' : `?${params}`
}

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
