import { RecordsScreen } from '@tavla/app-shell/records'
import type { ListScope } from '@tavla/client'
import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { lazyPart, Switch } from '@tavla/ui'
import { useState } from 'react'
import { EventWords, VersionWords } from './AuditWords.tsx'

const AuditPanel = lazyPart(() => import('./AuditPanel.tsx'))
const EventPanel = lazyPart(() => import('./EventPanel.tsx'))

interface AuditRecordsProps {
  id: string | undefined
  baseRoute: string
  /** Reads the events of the projects, without requesting the writes themselves. */
  areEvents?: boolean
  /** Leaves out what the server writes by itself, such as each step of the nightly backups, until it is asked for. */
  hasSwitch?: boolean
}

/**
 * Every write on a server, newest first, with search: user, action, record, time (reference: metadata,
 * Versions). Users who may not read them all, such as an operator at HQ, see the events of the projects
 * (reference: metadata, Visible records).
 */
export function AuditRecords({ areEvents = false, hasSwitch = false, ...props }: AuditRecordsProps) {
  const [hasOwn, setHasOwn] = useState(!hasSwitch)
  const [{ status }, store] = useEntity('Version')
  const choose = (next: boolean) => {
    setHasOwn(next)
    store.changeScope(next ? everything : ofPeople)
  }
  if (areEvents || status === 'denied')
    return (
      <EventWords>
        <RecordsScreen key="events" {...props} entity="Project Event" Panel={EventPanel} isFixed />
      </EventWords>
    )
  return (
    <VersionWords>
      <RecordsScreen
        key="versions"
        {...props}
        entity="Version"
        scope={hasOwn ? everything : ofPeople}
        {...(hasSwitch && {
          listActions: (
            <Switch isChecked={hasOwn} onChange={choose}>
              <Text source="System steps" />
            </Switch>
          ),
        })}
        Panel={AuditPanel}
        isFixed
      />
    </VersionWords>
  )
}

const everything: ListScope = {}
/** Writes of a call; the server's own work comes with none. */
const ofPeople: ListScope = { request_id: ['is', 'set'] }
