import { type Client, createObservable, jobCalls, type Observable } from '@tavla/client'
import type { BulkResult, JobUpdate } from '@tavla/contract'

/** A job as its person sees it; `result` and `operation` once it has ended. */
export interface FollowedJob extends JobUpdate {
  result?: Partial<BulkResult> & { readonly message?: string }
  operation?: string
}

interface JobRecord extends JobUpdate {
  result: FollowedJob['result'] | null
  operation_id: string | null
}

const ended: ReadonlySet<string> = new Set(['Done', 'Failed', 'Cancelled'])

export const hasEnded = ({ status }: Pick<JobUpdate, 'status'>): boolean => ended.has(status)

/**
 * Follows a job by its live events, and reads it when the connection comes back; resolves when it has ended (reference:
 * http-api, Jobs).
 */
export function followJob(client: Client, id: string): { state: Observable<FollowedJob>; end: Promise<FollowedJob> } {
  const state = createObservable<FollowedJob>({ id, status: 'Waiting', total: 0, done: 0, failed: 0 })
  const { promise, resolve } = Promise.withResolvers<FollowedJob>()
  const read = async () => {
    const { operation_id, ...job } = (await jobCalls(client).get(id)) as unknown as JobRecord
    const { status, total, done, failed, result } = job
    state.set({
      status,
      total,
      done,
      failed,
      ...(result && { result }),
      ...(operation_id && { operation: operation_id }),
    })
    if (!hasEnded(state.getSnapshot())) return
    stop()
    resolve(state.getSnapshot())
  }
  const readAgain = () => void read().catch(() => undefined)
  const stopEvents = client.watchEvents((name, payload) => {
    const update = payload as JobUpdate
    if (name !== 'job_update' || update.id !== id) return
    if (hasEnded(update)) readAgain()
    else state.set(update)
  })
  const stopJoins = client.watchJoins(readAgain)
  const stop = () => {
    stopEvents()
    stopJoins()
  }
  readAgain()
  return { state, end: promise }
}
