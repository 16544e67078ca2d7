import type { Neighbours, RelatedAnswer } from '@tavla/contract'
import type { Client } from '../client.ts'

/** The list that a record was opened from, as its page is asked for. */
export interface NeighboursQuery {
  filters?: unknown
  search?: string
  order_by?: string
}

/** Calls about the records around one (reference: http-api, Neighbours; http-api, Related records); all throw ApiError. */
export const workplaceCalls = ({ api }: Pick<Client, 'api'>) => ({
  neighbours: (entity: string, id: string, query: NeighboursQuery, signal?: AbortSignal) =>
    api.get<Neighbours>('/api/app/get_neighbours', { entity, id, ...query }, signal),
  related: (entity: string, id: string) => api.get<RelatedAnswer>('/api/app/get_related', { entity, id }),
})
