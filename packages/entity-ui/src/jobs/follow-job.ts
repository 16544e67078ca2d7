import { type Client, createObservable, jobCalls, type Observable } from '@tavla/client'
import type { BulkResult, JobUpdate } from '@tavla/contract'

/** A job as its person sees it; `result`, `operation` and `file` once it has ended. */
export interface FollowedJob<Result = BulkResult> extends JobUpdate {
  /** True when nothing further will be written. An interrupted job may go on once the server has started. */
  isOver: boolean
  result?: Partial<Result> & { readonly message?: string; readonly file_name?: string }
  operation?: string
  file?: string
}

interface JobRecord<Result> extends JobUpdate {
  ended: string | null
  result: FollowedJob<Result>['result'] | null
  operation_id: string | null
  file: string | null
}

const underWay: ReadonlySet<string> = new Set(['Waiting', 'Running'])

/** Milliseconds until a job is read again that could not be read. */
const again = 3_000

export interface Following<Result = BulkResult> {
  state: Observable<FollowedJob<Result>>
  /** Resolves when the job is over, unless it is no longer followed by then. */
  end: Promise<FollowedJob<Result>>
  stop(): void
}

/** Follows a job by its live events, and reads it when the connection comes back (reference: http-api, Jobs). */
export function followJob<Result = BulkResult>(client: Client, id: string): Following<Result> {
  const start: FollowedJob<Result> = { id, status: 'Waiting', total: 0, done: 0, failed: 0, isOver: false }
  const state = createObservable<FollowedJob<Result>>(start)
  const { promise, resolve } = Promise.withResolvers<FollowedJob<Result>>()
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = async () => {
    const { operation_id, ended, file, ...job } = (await jobCalls(client).get(
      id,
      leaving.signal,
    )) as unknown as JobRecord<Result>
    const { status, total, done, failed, result } = job
    state.set({
      ...{ status, total, done, failed, isOver: ended !== null },
      ...(result && { result }),
      ...(operation_id && { operation: operation_id }),
      ...(file && { file }),
    })
    if (ended === null) return
    stop()
    resolve(state.getSnapshot())
  }
  const readAgain = () => {
    clearTimeout(timer)
    read().catch(() => {
      if (!leaving.signal.aborted) timer = setTimeout(readAgain, again)
    })
  }
  const stopEvents = client.watchEvents((name, payload) => {
    const update = payload as JobUpdate
    if (name !== 'job_update' || update.id !== id) return
    state.set(update)
    // Only the record tells whether an interrupted job goes on.
    if (!underWay.has(update.status)) readAgain()
  })
  const stopJoins = client.watchJoins(readAgain)
  const stop = () => {
    leaving.abort()
    clearTimeout(timer)
    stopEvents()
    stopJoins()
  }
  readAgain()
  return { state, end: promise, stop }
}
