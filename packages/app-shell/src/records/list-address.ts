import type { EntityState, ListAddress } from '@tavla/client'

/** The list settings in an address; invalid parts are ignored. */
export function readListAddress(search: string): ListAddress {
  const params = new URLSearchParams(search)
  const filters = readObject(params.get('filters'))
  const text = params.get('search')
  const display = readDisplay(params)
  return { ...(text && { search: text }), ...(filters && { filters }), ...(display && { display }) }
}

type ListParts = Pick<EntityState, 'searchText' | 'filters' | 'orderBy' | 'listFields' | 'layout'>

/**
 * The query part of the address of a list with its current settings, with its `?`, so that a copied address shows
 * another person the same; '' for the defaults. `layout` is the entity's own.
 */
export function writeListAddress(list: ListParts, layout: EntityState['layout']): string {
  const params = new URLSearchParams()
  if (list.searchText.trim() !== '') params.set('search', list.searchText.trim())
  if (Object.keys(list.filters).length > 0) params.set('filters', JSON.stringify(list.filters))
  if (list.orderBy !== '') params.set('order_by', list.orderBy)
  if (list.listFields.length > 0) params.set('fields', list.listFields.join())
  if (list.layout !== layout) params.set('layout', list.layout)
  return params.size === 0 ? '' : `?${params}`
}

function readDisplay(params: URLSearchParams): ListAddress['display'] {
  const [orderBy, fields, layout] = ['order_by', 'fields', 'layout'].map((name) => params.get(name) ?? '')
  if (!orderBy && !fields && !layout) return undefined
  return {
    orderBy: orderBy ?? '',
    listFields: fields ? fields.split(',') : [],
    layout: layout === 'List' || layout === 'Tiles' ? layout : '',
  }
}

function readObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
