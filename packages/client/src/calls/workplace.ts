import type { HomeAnswer, Mentionable, Neighbours, RelatedAnswer } from '@tavla/contract'
import type { Client } from '../client.ts'

/** The list that a record was opened from, as its page is asked for. */
export interface NeighboursQuery {
  filters?: unknown
  search?: string
  order_by?: string
}

/** Calls about the records around one (reference: http-api, Neighbours; http-api, Related records; http-api, Home); all throw ApiError. */
export const workplaceCalls = ({ api }: Pick<Client, 'api'>) => ({
  neighbours: (entity: string, id: string, query: NeighboursQuery, signal?: AbortSignal) =>
    api.get<Neighbours>('/api/app/get_neighbours', { entity, id, ...query }, signal),
  /** The people that fit a text, each with whether they may read the record (reference: conversations, Notes). */
  people: async (entity: string, id: string, txt: string) =>
    (await api.get<{ people: Mentionable[] }>('/api/app/get_mentionable', { entity, id, txt })).people,
  /** Reads Home, or the parts of it that are named. */
  home: (parts: readonly (keyof HomeAnswer)[] = []) =>
    api.get<Partial<HomeAnswer>>('/api/app/get_home', parts.length > 0 ? { parts: parts.join() } : {}),
  related: (entity: string, id: string) => api.get<RelatedAnswer>('/api/app/get_related', { entity, id }),
})
