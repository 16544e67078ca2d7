import type { RecentRecord, SearchAnswer } from '@tavla/contract'
import type { Api } from '../api.ts'

interface SearchQuery {
  text: string
  /** Only these entities. */
  entities?: readonly string[]
  limit?: number
}

/** Calls on what was found, and what was opened, across entities (reference: http-api, Search; http-api, Recently opened). */
export const searchCalls = (api: Api) => ({
  search: (query: SearchQuery, signal?: AbortSignal) => api.get<SearchAnswer>('/api/app/search', { ...query }, signal),
  /** The records that the user opened lately, the last one first. */
  recent: async (signal?: AbortSignal) =>
    (await api.get<{ recent: RecentRecord[] }>('/api/app/recent', {}, signal)).recent,
  noteRecent: (entity: string, id: string) => api.post('/api/app/recent', { entity, id }),
})
