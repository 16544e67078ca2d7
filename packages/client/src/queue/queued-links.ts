import { type LinkSuggestion, limits, type ResolvedLink } from '@tavla/contract'
import type { LinkQuery } from '../calls/entities.ts'
import type { Client } from '../client.ts'
import { isUnanswered } from '../unanswered.ts'
import { queuedChanges } from '../waiting.ts'
import { newRecords, shownChanges } from './overlay.ts'

type Suggest = Client['entities']['suggestLinks']

/**
 * Suggestions with the new records that wait. While no server answers, the rows that this page has read of the entity
 * stand in for its own search.
 */
export function queuedLinks(client: Client, suggest: Suggest): Suggest {
  return async (question, signal) => {
    const made = suggestionsOf(client, question, true)
    try {
      return [...made, ...(await suggest(question, signal))]
    } catch (error) {
      if (!isUnanswered(error)) throw error
      return [...made, ...suggestionsOf(client, question, false)]
    }
  }
}

type Resolve = Client['entities']['resolveLinks']

/** The records that texts name, among those that wait too; while no server answers, also among the rows of this page. */
export function queuedNames(client: Client, resolve: Resolve): Resolve {
  return async (question) => {
    const { entity, texts } = question
    try {
      const items = await resolve(question)
      return items.map((item) => (item.matches > 0 ? item : namedHere(client, entity, item.text, [true])))
    } catch (error) {
      if (!isUnanswered(error)) throw error
      return texts.map((text) => namedHere(client, entity, text, [true, false]))
    }
  }
}

function namedHere(client: Client, entity: string, text: string, sides: readonly boolean[]): ResolvedLink {
  const wanted = text.trim().toLowerCase()
  const named = sides
    .flatMap((areNew) => suggestionsOf(client, { entity, txt: text }, areNew))
    .filter(({ value, label }) => [value, label].some((name) => name.trim().toLowerCase() === wanted))
  const [only] = named.length === 1 ? named : []
  return { text, value: only?.value ?? null, label: only?.label ?? null, matches: named.length }
}

function suggestionsOf(client: Client, { entity, txt }: LinkQuery, areNew: boolean): LinkSuggestion[] {
  const { activeList } = client.store(entity).getSnapshot()
  const titleField = client.metas.peek(entity)?.doc_meta.title_field ?? ''
  const made = newRecords(shownChanges(queuedChanges.getSnapshot().changes, entity), {})
  const ids = new Set(made.map(({ id }) => id))
  const records = areNew ? made : activeList.filter(({ id }) => !ids.has(id))
  const wanted = txt.trim().toLowerCase()
  return records
    .map((record) => {
      const title = record[titleField]
      return { value: record.id, label: typeof title === 'string' && title !== '' ? title : record.id, description: '' }
    })
    .filter(({ value, label }) => `${label}\n${value}`.toLowerCase().includes(wanted))
    .slice(0, limits.linkSuggestions)
}
