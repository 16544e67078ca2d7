import { type Client, type QueuedChange, type ThreadState, type ThreadStore, threadsOf } from '@tavla/client'
import { overPage } from '@tavla/client/queue'
import type { EntityRecord, Mentionable } from '@tavla/contract'

const fields = ['text', 'owner', 'creation', 'modified', 'edited_at', '_mentioned', '_files']

/** Conditions on the notes about one record. */
const about = (entity: string, id: string) => ({ reference_entity: entity, reference_id: id })

/** The notes about an entity's open record; each call returns the same store (reference: conversations, Notes). */
export const notesOf: (client: Client, entity: string) => ThreadStore = threadsOf({
  action: 'note',
  async read({ entities }, { entity, id }, page) {
    const query = { filters: about(entity, id), fields, order_by: 'creation desc', ...page }
    const { data, count } = await entities.list('Note', query)
    return { rows: data, count }
  },
})

/**
 * The notes as they will be, once the changes that wait have been sent (reference: screens, Changes that wait); the first
 * `unsent` of them are new.
 */
export function notesToCome(
  { messages, count }: ThreadState,
  changes: readonly QueuedChange[],
  record: { entity: string; id: string },
): { messages: readonly EntityRecord[]; unsent: number } {
  const waiting = changes.filter(({ entity, state }) => entity === 'Note' && (state === 'waiting' || state === 'clash'))
  if (waiting.length === 0) return { messages, unsent: 0 }
  const answer = {
    data: [...messages],
    count,
    title_field: 'text',
    field_info: [],
    limit_start: 0,
    limit_page_length: 0,
  }
  const query = { filters: about(record.entity, record.id), limit_page_length: messages.length + waiting.length }
  const { data } = overPage(waiting, answer, query)
  const made = new Set(waiting.flatMap(({ kind, ids }) => (kind === 'create' ? ids : [])))
  return { messages: data, unsent: data.filter(({ id }) => made.has(id)).length }
}

/** The people whom a note about a record may mention, those that fit the text best first. Throws ApiError. */
export const mentionable = async (
  { api }: Pick<Client, 'api'>,
  question: { entity: string; id: string; txt: string },
  signal?: AbortSignal,
): Promise<Mentionable[]> =>
  (await api.get<{ people: Mentionable[] }>('/api/app/get_mentionable', question, signal)).people
