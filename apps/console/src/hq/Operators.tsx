import { RecordsScreen } from '@tavla/app-shell/records'
import type { ListScope } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { hqPath } from '../paths.ts'
import { MailNote } from '../staging/jobs/MailNote.tsx'
import { UserActions } from '../staging/users/UserActions.tsx'
import type { HqPartProps } from './HqScreen.tsx'
import { OperatorAccess } from './OperatorAccess.tsx'
import { OperatorSessions } from './OperatorSessions.tsx'

/** The people of HQ with their roles, their levels by project, and their sessions. */
export default function Operators({ id }: HqPartProps) {
  return (
    <RecordsScreen
      entity="User"
      id={id}
      baseRoute={`${hqPath}/operators`}
      scope={people}
      {...(id !== undefined && {
        actions: <UserActions id={id} />,
        intro: <MailNote isBox />,
        tabs: [
          { id: 'access', label: <Text source="Access" />, content: <OperatorAccess key={id} user={id} /> },
          { id: 'sessions', label: <Text source="Sessions" />, content: <OperatorSessions key={id} user={id} /> },
        ],
      })}
    />
  )
}

/** Guest stands for every visitor who is not signed in, and is no person. */
const people: ListScope = { id: ['!=', 'Guest'] }
