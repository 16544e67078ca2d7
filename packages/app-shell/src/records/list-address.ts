import type { EntityState, ListAddress } from '@tavla/client'

/** What an address says of a list; what makes no sense is passed over. */
export function readListAddress(search: string): ListAddress {
  const params = new URLSearchParams(search)
  const filters = readObject(params.get('filters'))
  const text = params.get('search')
  const orderBy = params.get('order_by')
  return { ...(text && { search: text }), ...(filters && { filters }), ...(orderBy && { orderBy }) }
}

/** The query part of the address of a list as it stands, with its `?`; '' for one as it comes. */
export function writeListAddress({ searchText, filters }: Pick<EntityState, 'searchText' | 'filters'>): string {
  const params = new URLSearchParams()
  if (searchText.trim() !== '') params.set('search', searchText.trim())
  if (Object.keys(filters).length > 0) params.set('filters', JSON.stringify(filters))
  return params.size === 0 ? '' : `?${params}`
}

function readObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
