import { limits, type Meta } from '@tavla/contract'
import type { Filters } from './state.ts'

/** Field types the search box looks into, beside the id (spec 5). */
const searchTypes: ReadonlySet<string> = new Set(['Select', 'Data', 'Text', 'Link', 'Code', 'Small Text'])

/** The or-filters of a search: every searchable field, and the id, contains `text` (spec 5). */
export function searchFilters(meta: Meta, text: string): Filters {
  const pattern = `%${escapeLike(text)}%`
  const names = meta.doc_meta.fields.filter(({ fieldtype }) => searchTypes.has(fieldtype)).map((f) => f.fieldname)
  const searched = new Set(['id', ...names])
  return Object.fromEntries([...searched].slice(0, limits.filterConditions).map((name) => [name, ['like', pattern]]))
}

/** `%`, `_` and `\` as themselves (contract 3.6). */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Contains, for a quick filter on text. */
export const contains = (text: string) => ['like', `%${escapeLike(text)}%`] as const
