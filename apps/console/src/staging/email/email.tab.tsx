import { idOf } from '@tavla/app-shell/records'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Tabs } from '@tavla/ui'
import { useParams } from 'react-router'
import { useActiveProject } from '../../project/ActiveProject.tsx'
import { JobOutcome } from '../jobs/JobOutcome.tsx'
import { type Outcome, useJobs } from '../jobs/useJobs.ts'
import { StagingRecords } from '../StagingRecords.tsx'
import { tabPath } from '../staging-path.ts'
import { useInnerTab } from '../useInnerTab.ts'
import { AccountActions } from './AccountActions.tsx'
import { Outgoing } from './Outgoing.tsx'

/** The project's mail: its accounts and its outgoing mail. */
export default function Email() {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const { active, select } = useInnerTab(['accounts', 'outgoing'], tabPath(project.id, 'email'))
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Email')}
        active={active}
        onSelect={select}
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
      intro={
        <>
          {jobs.record?.allow_unencrypted === 1 && <UnencryptedNote />}
          <JobOutcome outcome={jobs.outcome ?? failureOf(jobs.record)} />
        </>
      }
    />
  )
}

const UnencryptedNote = () => (
  <p className="place-note" data-tone="warning" data-box>
    <Icon name="lock_open" />
    <span>
      <Text source="This account may be reached without encryption." />
    </span>
  </p>
)

/** The reason why the account does not work, above its other data. */
function failureOf(record: EntityRecord | null): Outcome | null {
  const error = record?.status === 'Error' ? record.last_error : null
  return typeof error === 'string' ? { text: error, tone: 'error' } : null
}
