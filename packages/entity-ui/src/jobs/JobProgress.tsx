import { Text, useI18n } from '@tavla/i18n/react'
import { ProgressBar } from '@tavla/ui'
import type { FollowedJob } from './follow-job.ts'

/** How far a job is. */
export function JobProgress({ job }: { job: FollowedJob }) {
  const { t, formatNumber } = useI18n()
  const { total, done, failed, status } = job
  return (
    <div className="job-progress">
      <ProgressBar value={total > 0 ? done / total : undefined} label={t('Progress')} />
      <p role="status">
        {total > 0 ? (
          <Text source="{0} of {1}" args={[formatNumber(done), formatNumber(total)]} />
        ) : (
          <Text source={status} />
        )}
        {failed > 0 && (
          <>
            {' · '}
            <Text source="Refused: {0}" args={[formatNumber(failed)]} />
          </>
        )}
      </p>
    </div>
  )
}
