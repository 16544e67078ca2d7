import { idOf } from '@tavla/app-shell/records'
import type { ListScope } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton } from '@tavla/ui'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { MailNote } from '../jobs/MailNote.tsx'
import { StagingRecords } from '../StagingRecords.tsx'
import { UserActions } from './UserActions.tsx'

const EffectiveRights = lazyPart(() => import('./EffectiveRights.tsx'))

/** The project's users, the actions on them, and their rights. */
export default function Users() {
  const { t } = useI18n()
  const id = idOf(useParams().record)
  if (id === undefined) return <StagingRecords entity="User" tab="users" scope={people} />
  const rights = (
    <Suspense fallback={<Skeleton shape="rows" lines={6} label={t('Loading…')} />}>
      <EffectiveRights key={id} id={id} />
    </Suspense>
  )
  return (
    <StagingRecords
      entity="User"
      tab="users"
      scope={people}
      actions={<UserActions id={id} />}
      intro={<MailNote isBox />}
      tabs={[{ id: 'rights', label: <Text source="Effective Rights" />, content: rights }]}
    />
  )
}

/** Guest stands for every visitor who is not signed in, and is no person. */
const people: ListScope = { id: ['!=', 'Guest'] }
