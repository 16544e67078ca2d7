import { escapeLike, limits, type Meta } from '@tavla/contract'
import { fieldFacts } from './field-facts.ts'
import type { Filters } from './state.ts'

/**
 * The or-filters of a search: the id and every searchable field contains `text` (reference: metadata, Field types). The
 * title field and the search fields come first, since an address has a maximum length.
 */
export function searchFilters(meta: Meta, text: string): Filters {
  const pattern = `%${escapeLike(searchable(text).trim())}%`
  const { fields, title_field, search_fields } = meta.doc_meta
  const names = fields.filter(({ fieldtype }) => fieldFacts(fieldtype).isSearched).map((f) => f.fieldname)
  const known = [title_field, ...search_fields].filter((name) => name !== null && names.includes(name))
  const searched = new Set(['id', ...known, ...names])
  return Object.fromEntries([...searched].slice(0, limits.filterConditions).map((name) => [name, ['like', pattern]]))
}

/** The text up to the maximum length of a search: no field that is searched from its start is longer than a Data field. */
export const searchable = (text: string) =>
  Array.from(text.slice(0, limits.dataLength * 2))
    .slice(0, limits.dataLength)
    .join('')

/** The condition `contains`, for a quick filter on text. */
export const contains = (text: string) => ['like', `%${escapeLike(text)}%`] as const
