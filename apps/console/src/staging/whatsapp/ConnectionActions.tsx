import { MoreSteps } from '@tavla/entity-ui'
import { MenuItem } from '@tavla/ui'
import { useState } from 'react'
import { CopyLine } from '../jobs/CopyLine.tsx'
import { JobButton } from '../jobs/JobButton.tsx'
import { NewToken } from '../jobs/NewToken.tsx'
import type { Jobs } from '../jobs/useJobs.ts'

/** The address to which the provider sends events; operators enter it there. */
export function CallbackAddress({ jobs }: { jobs: Jobs }) {
  const address = jobs.record?.callback_url
  return typeof address === 'string' && <CopyLine label="Callback URL" value={address} />
}

/** Checks a connection, imports its templates and gives its callback a new token. */
export function ConnectionActions({ jobs }: { jobs: Jobs }) {
  const { t, record } = jobs
  const [isRenewing, setRenewing] = useState(false)
  if (!record || !jobs.canWrite) return null
  const test = () =>
    jobs.run<{ display_phone_number: string | null; verified_name: string | null }>('test_connection', (answer) => {
      const who = [answer.verified_name, answer.display_phone_number].filter(Boolean).join(', ')
      return { text: [t('The connection works.'), who].filter(Boolean).join(' '), tone: 'success' }
    })
  const sync = () =>
    jobs.run<{ created: number; updated: number }>('sync_templates', ({ created, updated }) => ({
      text: t('Templates: {0} new, {1} updated', [created, updated]),
      tone: 'success',
    }))
  return (
    <>
      <JobButton
        jobs={jobs}
        action="test_connection"
        icon="fact_check"
        label="Test Connection"
        onPress={() => void test()}
      />
      <MoreSteps>
        <MenuItem icon="sync" onAction={() => void sync()}>
          {t('Sync Templates')}
        </MenuItem>
        <MenuItem icon="key" onAction={() => setRenewing(true)}>
          {t('New Verify Token')}
        </MenuItem>
      </MoreSteps>
      {isRenewing && (
        <NewToken
          jobs={jobs}
          action="rotate_verify_token"
          name="verify_token"
          title="New Verify Token"
          label="Verify Token"
          addressLabel="Callback URL"
          address={typeof record.callback_url === 'string' ? record.callback_url : ''}
          onClose={() => setRenewing(false)}
        />
      )}
    </>
  )
}
