import type { BulkPlan, BulkTarget, BulkWork } from '@tavla/contract'
import type { Client } from '../client.ts'
import { entityPath } from './entities.ts'

/** Calls on long work in the name of this person (reference: http-api, Jobs); all throw ApiError. */
export const jobCalls = ({ entities }: Pick<Client, 'entities'>) => ({
  get: (id: string, signal?: AbortSignal) => entities.get('Job', id, signal),
  cancel: (id: string) => entities.runAction('Job', id, 'cancel'),
})

/** Calls on many records (reference: http-api, Bulk on a filter); all throw ApiError. */
export const bulkCalls = ({ api }: Pick<Client, 'api'>) => ({
  /** Tries the work on all records, and writes nothing. */
  plan: async (entity: string, target: BulkTarget, work: BulkWork) =>
    (await api.post<{ data: BulkPlan }>(`${entityPath(entity)}/bulk`, { target, ...work, plan: 1 })).data,
  /** Starts what was planned; resolves to the id of the job. */
  start: async (entity: string, target: BulkTarget, work: BulkWork, start: { plan_id: string; on_error: string }) =>
    (await api.post<{ data: { job: string } }>(`${entityPath(entity)}/bulk`, { target, ...work, ...start })).data.job,
})
