import { searchFold } from '@tavla/fields/server'
import type { Field } from '../../model/field.ts'

/** How well a text is met by what was typed: the whole of it, its beginning, the beginning of a word, or within. */
export const ranks = { exact: 0, beginning: 1, word: 2, within: 3 } as const

export type Rank = (typeof ranks)[keyof typeof ranks]

/** The field in which a record contains the needle, and how well. */
export interface Hit {
  field: Field
  rank: Rank
}

/**
 * The best hit of a record. Only id and title are met as a whole or at their beginning; among equals, title comes before
 * id, and then the order of the fields holds.
 */
export function hitOf(
  row: Readonly<Record<string, unknown>>,
  { title, id, others }: { title: Field; id: Field; others: readonly Field[] },
  needle: string,
): Hit | undefined {
  const hits = [...new Set([title, id, ...others])].flatMap((field) => {
    const rank = rankIn(row[field.name], needle)
    if (rank === undefined) return []
    const isName = field === title || field === id
    return { field, rank: isName || rank > ranks.beginning ? rank : ranks.word }
  })
  return hits.toSorted((a, b) => a.rank - b.rank)[0]
}

function rankIn(value: unknown, needle: string): Rank | undefined {
  if (typeof value !== 'string') return undefined
  const folded = searchFold(value)
  if (folded === needle) return ranks.exact
  const at = folded.indexOf(needle)
  if (at < 0) return undefined
  if (at === 0) return ranks.beginning
  return wordBegins(folded, needle) ? ranks.word : ranks.within
}

function wordBegins(folded: string, needle: string): boolean {
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at))) return true
  }
  return false
}
