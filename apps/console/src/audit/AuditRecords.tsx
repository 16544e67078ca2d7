import { RecordsScreen } from '@tavla/app-shell/records'
import { useEntity } from '@tavla/entity-ui'
import { lazyPart } from '@tavla/ui'
import { EventWords, VersionWords } from './AuditWords.tsx'

const AuditPanel = lazyPart(() => import('./AuditPanel.tsx'))
const EventPanel = lazyPart(() => import('./EventPanel.tsx'))

interface AuditRecordsProps {
  id: string | undefined
  baseRoute: string
  /** Reads the events of the projects, without requesting the writes themselves. */
  areEvents?: boolean
}

/**
 * Every write on a server, newest first, with search: user, action, record, time (reference: metadata,
 * Versions). Users who may not read them all, such as an operator at HQ, see the events of the projects
 * (reference: metadata, Visible records).
 */
export function AuditRecords({ areEvents = false, ...props }: AuditRecordsProps) {
  const [{ status }] = useEntity('Version')
  if (areEvents || status === 'denied')
    return (
      <EventWords>
        <RecordsScreen key="events" {...props} entity="Project Event" Panel={EventPanel} isFixed />
      </EventWords>
    )
  return (
    <VersionWords>
      <RecordsScreen key="versions" {...props} entity="Version" Panel={AuditPanel} isFixed />
    </VersionWords>
  )
}
