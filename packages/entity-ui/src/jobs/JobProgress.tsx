import { Text, useI18n } from '@tavla/i18n/react'
import { ProgressBar } from '@tavla/ui'
import type { FollowedJob } from './follow-job.ts'
import './job-progress.css'

/** How far a job is, and how it ended. */
export function JobProgress({ job }: { job: FollowedJob<unknown> }) {
  const { t, formatNumber } = useI18n()
  const { total, done, failed, status, isOver, result } = job
  // A job that stands still has no bar that moves.
  const share = total > 0 ? done / total : isOver ? Number(status === 'Done') : undefined
  return (
    <div className="job-progress">
      <ProgressBar value={share} label={t('Progress')} />
      <p role="status">
        {status !== 'Running' && <Text source={status} />}
        {status !== 'Running' && total > 0 && ' · '}
        {total > 0 && <Text source="{0} of {1}" args={[formatNumber(done), formatNumber(total)]} />}
        {status === 'Running' && total === 0 && <Text source={status} />}
        {failed > 0 && (
          <>
            {' · '}
            <Text source="Refused: {0}" args={[formatNumber(failed)]} />
          </>
        )}
      </p>
      {isOver && result?.message !== undefined && <p dir="auto">{result.message}</p>}
    </div>
  )
}
