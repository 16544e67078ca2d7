import { type ApiError, jobCalls, toApiError } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, notify } from '@tavla/ui'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'
import { type FollowedJob, type Following, followJob } from '../jobs/follow-job.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { notifyWritten } from '../undo/undo-flow.ts'
import { RefusedList } from './PlanFacts.tsx'

export interface BulkJob {
  error: ApiError | null
  isStarting: boolean
  /** How far the job is, once it has started. */
  progress: ReactNode
  foot(onClose: () => void): ReactNode
  /** Starts a job; false if that was refused. */
  run(start: () => Promise<string>): Promise<boolean>
  clear(): void
}

/**
 * The job of a bulk window. It goes on when the window is closed, and a notice tells its end: `written` is its English
 * source text, with the number of records.
 */
export function useBulkJob(written: string): BulkJob {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [followed, setFollowed] = useState<Following | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [isStarting, setStarting] = useState(false)
  const job = useSyncExternalStore(followed?.state.subscribe ?? never, followed?.state.getSnapshot ?? nothing)

  const tell = ({ status, result, operation, done, failed }: FollowedJob) => {
    if (status === 'Failed' || status === 'Interrupted') return notify(result?.message ?? t(status), { tone: 'error' })
    const changed = result?.changed ?? done - failed
    notifyWritten(t, t(written, [changed]), operation ? { host: client.host, id: operation } : undefined)
  }
  return {
    error,
    isStarting,
    progress: job && (
      <div className="bulk-job">
        <JobProgress job={job} />
        {job.isOver && <RefusedList refused={job.result?.refused ?? []} count={job.failed} />}
      </div>
    ),
    foot: (onClose) =>
      job && (
        <>
          {!job.isOver && (
            <Button
              variant="quiet"
              onClick={() =>
                void jobCalls(client)
                  .cancel(job.id)
                  .catch(() => undefined)
              }
            >
              <Text source="Stop" />
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <Text source={job.isOver ? 'Close' : 'Continue in the Background'} />
          </Button>
        </>
      ),
    async run(start) {
      setStarting(true)
      try {
        const following = followJob(client, await start())
        setFollowed(following)
        void following.end.then(tell)
        return true
      } catch (failure) {
        setError(toApiError(failure))
        return false
      } finally {
        setStarting(false)
      }
    },
    clear: () => setError(null),
  }
}

const never = () => () => undefined
const nothing = () => null
