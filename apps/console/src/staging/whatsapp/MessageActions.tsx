import { JobButton } from '../jobs/JobButton.tsx'
import type { Jobs } from '../jobs/useJobs.ts'

/** Queues a failed message again; retries or cancels a held one (reference: http-api, Actions). */
export function MessageActions({ jobs }: { jobs: Jobs }) {
  const { t, record, canWrite } = jobs
  if (!canWrite || record?.type !== 'Outgoing') return null
  const queue = (action: string) =>
    void jobs.run(action, () => ({ text: t('The message is in line again.'), tone: 'plain' }))
  const cancel = () => void jobs.run('cancel', () => ({ text: t('The message was called back.'), tone: 'plain' }))
  if (record.status === 'Failed')
    return <JobButton jobs={jobs} action="resend" icon="replay" label="Resend" onPress={() => queue('resend')} />
  if (record.status !== 'Held') return null
  return (
    <>
      {/* Without a reason it leaves by itself, once the site may reach people. */}
      {record.error && (
        <JobButton jobs={jobs} action="retry" icon="replay" label="Retry" onPress={() => queue('retry')} />
      )}
      <JobButton jobs={jobs} action="cancel" icon="block" label="Cancel Sending" onPress={cancel} />
    </>
  )
}
