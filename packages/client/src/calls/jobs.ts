import type { Client } from '../client.ts'

/** Calls on long work in the name of this person (reference: http-api, Jobs); all throw ApiError. */
export const jobCalls = ({ entities }: Pick<Client, 'entities'>) => ({
  get: (id: string, signal: AbortSignal) => entities.get('Job', id, signal),
  cancel: (id: string) => entities.runAction('Job', id, 'cancel'),
})
