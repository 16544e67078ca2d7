import { askBoundToScreen, idOf } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { useState } from 'react'
import { useParams } from 'react-router'
import { JobOutcome } from '../jobs/JobOutcome.tsx'
import { useJobs } from '../jobs/useJobs.ts'
import { StagingRecords } from '../StagingRecords.tsx'
import { AccountActions } from './AccountActions.tsx'
import { Outgoing } from './Outgoing.tsx'

/** The project's mail: its accounts, and what leaves. */
export function Email() {
  const { t } = useI18n()
  const [active, setActive] = useState('accounts')
  const select = async (next: string) => {
    if (next !== active && (await askBoundToScreen())) setActive(next)
  }
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Email')}
        active={active}
        onSelect={(next) => void select(next)}
        tabs={[
          { id: 'accounts', label: <Text source="Accounts" />, content: <Accounts /> },
          { id: 'outgoing', label: <Text source="Outgoing Mail" />, content: <Outgoing /> },
        ]}
      />
    </div>
  )
}

function Accounts() {
  const id = idOf(useParams().record)
  return id === undefined ? <StagingRecords entity="Email Account" tab="email" /> : <Account key={id} id={id} />
}

function Account({ id }: { id: string }) {
  const jobs = useJobs('Email Account', id)
  return (
    <StagingRecords
      entity="Email Account"
      tab="email"
      actions={<AccountActions jobs={jobs} id={id} />}
      intro={<JobOutcome outcome={jobs.outcome} />}
    />
  )
}
