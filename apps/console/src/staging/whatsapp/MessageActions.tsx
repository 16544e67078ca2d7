import { JobButton } from '../jobs/JobButton.tsx'
import type { Jobs } from '../jobs/useJobs.ts'

/** Queues a failed message again (reference: http-api, Actions). */
export function MessageActions({ jobs }: { jobs: Jobs }) {
  const { t, record, canWrite } = jobs
  if (!canWrite || record?.type !== 'Outgoing' || record.status !== 'Failed') return null
  const resend = () => jobs.run('resend', () => ({ text: t('The message is in line again.'), tone: 'plain' }))
  return <JobButton jobs={jobs} action="resend" icon="replay" label="Resend" onPress={() => void resend()} />
}
