import { escapeLike, limits } from '@tavla/contract'

/** The text up to the maximum length of a search, without half a character at its end. */
export function searchable(text: string): string {
  const cut = text.slice(0, limits.searchLength)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The part of a query that stands for the text of the search box (reference: http-api, Searching a list). */
export function searchQuery({ searchText }: { searchText: string }): { search?: string } {
  const search = searchText.trim()
  return search === '' ? {} : { search }
}

/** The condition `contains`, for a quick filter on text. */
export const contains = (text: string) => ['like', `%${escapeLike(text)}%`] as const
