import { JobButton } from '../jobs/JobButton.tsx'
import type { Jobs } from '../jobs/useJobs.ts'

/** Cancels a waiting mail, or queues a failed one again (reference: http-api, Actions). */
export function QueueActions({ jobs }: { jobs: Jobs }) {
  const { t, record } = jobs
  const status = record?.status
  // A mail that waits for its next attempt needs no retry.
  // A held one leaves by itself, unless a reason keeps it.
  const canRetry =
    status === 'Error' ||
    status === 'Cancelled' ||
    (status === 'Not Sent' && Number(record?.attempts) > 0) ||
    (status === 'Held' && Boolean(record?.error))
  const canCancel = status === 'Not Sent' || status === 'Held'
  const retry = () => jobs.run('retry', () => ({ text: t('The mail is in line again.'), tone: 'plain' }))
  const cancel = () => jobs.run('cancel', () => ({ text: t('The mail was called back.'), tone: 'plain' }))
  return (
    <>
      {canRetry && <JobButton jobs={jobs} action="retry" icon="replay" label="Retry" onPress={() => void retry()} />}
      {canCancel && (
        <JobButton jobs={jobs} action="cancel" icon="block" label="Cancel Sending" onPress={() => void cancel()} />
      )}
    </>
  )
}
