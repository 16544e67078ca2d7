import type { BulkResult } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { type FollowedJob, followJob } from './follow-job.ts'

/** A job as it goes on, while its window is open; null before it is read first. */
export function useJob<Result = BulkResult>(id: string): FollowedJob<Result> | null {
  const { client } = useEnvironment()
  const [job, setJob] = useState<FollowedJob<Result> | null>(null)
  useEffect(() => {
    const { state, stop } = followJob<Result>(client, id)
    const stopWatching = state.subscribe(() => setJob(state.getSnapshot()))
    return () => {
      stopWatching()
      stop()
    }
  }, [client, id])
  return job
}
