import { RecordsScreen } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { hqPath } from '../paths.ts'
import { AccountActions } from '../staging/email/AccountActions.tsx'
import { Outgoing } from '../staging/email/Outgoing.tsx'
import { JobOutcome } from '../staging/jobs/JobOutcome.tsx'
import { useJobs } from '../staging/jobs/useJobs.ts'
import { useInnerTab } from '../staging/useInnerTab.ts'
import type { HqPartProps } from './HqScreen.tsx'

const path = `${hqPath}/email`

/** HQ's mail: its accounts, and what it sends. */
export default function HqEmail({ id }: HqPartProps) {
  const { t } = useI18n()
  const { active, select } = useInnerTab(['accounts', 'outgoing'], path)
  const accounts =
    id === undefined ? (
      <RecordsScreen entity="Email Account" id={undefined} baseRoute={path} />
    ) : (
      <Account key={id} id={id} />
    )
  return (
    <Tabs
      label={t('Email')}
      active={active}
      onSelect={select}
      tabs={[
        { id: 'accounts', label: <Text source="Accounts" />, content: accounts },
        { id: 'outgoing', label: <Text source="Outgoing Mail" />, content: <Outgoing /> },
      ]}
    />
  )
}

function Account({ id }: { id: string }) {
  const jobs = useJobs('Email Account', id)
  return (
    <RecordsScreen
      entity="Email Account"
      id={id}
      baseRoute={path}
      actions={<AccountActions jobs={jobs} id={id} />}
      intro={<JobOutcome outcome={jobs.outcome} />}
    />
  )
}
