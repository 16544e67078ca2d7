import { invalid, limits } from '@tavla/contract'
import { onOtherLayout, searchFold, withoutPrefixes } from '@tavla/fields/server'

/** The text of a search, trimmed; undefined for none. @throws Problem 417 */
export function searchText(search: unknown): string | undefined {
  if (search === undefined || search === null || search === '') return undefined
  const text = typeof search === 'string' ? search.toWellFormed().replaceAll('\0', '').trim() : undefined
  if (text === undefined || text.length > limits.searchLength) {
    throw invalid('The filter value for {0} is not valid', ['search'], 'InvalidFilterError')
  }
  return text === '' ? undefined : text
}

/** Other readings of a text, the likelier first (reference: http-api, Searching a list). */
export const otherReadings = (text: string): string[] => [
  ...withoutPrefixes(searchFold(text)),
  ...[onOtherLayout(text)].filter((other) => other !== undefined),
]

/**
 * The first answer that finds something, by the text as typed or by one of its other readings; else the answer to the
 * text as typed. A list has an order of its own, in which nothing ranks below: so another reading stands for the text
 * only where that finds nothing.
 */
export async function byReadings<Q extends { search?: unknown }, T>(
  query: Q,
  ask: (query: Q) => Promise<T>,
  isFound: (answer: T) => boolean,
): Promise<T> {
  const first = await ask(query)
  const text = isFound(first) ? undefined : searchText(query.search)
  for (const search of text === undefined ? [] : otherReadings(text)) {
    const answer = await ask({ ...query, search })
    if (isFound(answer)) return answer
  }
  return first
}
