import { MoreSteps } from '@tavla/entity-ui'
import { MenuItem } from '@tavla/ui'
import { useState } from 'react'
import { useSiteUrl } from '../../project/ActiveProject.tsx'
import { JobButton } from '../jobs/JobButton.tsx'
import { NewToken } from '../jobs/NewToken.tsx'
import type { Jobs, Outcome } from '../jobs/useJobs.ts'
import { SendTest } from './SendTest.tsx'

/** The answers to the checks of an account (reference: http-api, Actions). */
interface CheckAnswer {
  status: string
  error: string | null
  outgoing?: string
  incoming?: string
}

/** Checks a mail account, fetches its mail and gives its hook a new token. */
export function AccountActions({ jobs, id }: { jobs: Jobs; id: string }) {
  const { t, record } = jobs
  const siteUrl = useSiteUrl()
  const [asking, setAsking] = useState<'test' | 'token' | null>(null)
  if (!record || !jobs.canWrite) return null

  const tell = ({ error, outgoing, incoming }: CheckAnswer): Outcome => {
    if (error) return { text: error, tone: 'error' }
    const works = [outgoing && t('Sending works.'), incoming && t('Fetching works.')]
    return { text: works.filter(Boolean).join(' '), tone: 'success' }
  }
  const fetchNow = () =>
    jobs.run<CheckAnswer & { received: number }>('pull_now', ({ error, received }) =>
      error
        ? { text: error, tone: 'error' }
        : { text: received === 0 ? t('No new mail.') : t('Messages fetched: {0}', [received]), tone: 'success' },
    )

  return (
    <>
      <JobButton
        jobs={jobs}
        action="test_connection"
        icon="fact_check"
        label="Test Connection"
        onPress={() => void jobs.run('test_connection', tell)}
      />
      <MoreSteps>
        {record.enable_incoming === 1 && Boolean(record.email_server) && (
          <MenuItem icon="inbox" onAction={() => void fetchNow()}>
            {t('Fetch Now')}
          </MenuItem>
        )}
        {record.enable_outgoing === 1 && (
          <MenuItem icon="mail" onAction={() => setAsking('test')}>
            {t('Send Test Email')}
          </MenuItem>
        )}
        <MenuItem icon="key" onAction={() => setAsking('token')}>
          {t('New Hook Token')}
        </MenuItem>
      </MoreSteps>
      {asking === 'test' && <SendTest jobs={jobs} onClose={() => setAsking(null)} />}
      {asking === 'token' && (
        <NewToken
          jobs={jobs}
          action="rotate_hook_token"
          name="hook_token"
          title="New Hook Token"
          label="Hook Token"
          addressLabel="Hook Address"
          address={`${new URL(siteUrl).origin}/api/hooks/email/${encodeURIComponent(id)}`}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
