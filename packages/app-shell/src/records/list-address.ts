import { type ListAddress, readColumns, readLayout, readLayoutFields, splitFilters } from '@tavla/client'

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
