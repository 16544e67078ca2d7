import { showPlaceMark } from '@tavla/app-shell'
import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import type { EntityRecord } from '@tavla/contract'
import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { serversPath } from '../paths.ts'
import { DiskNote } from '../project/DiskNotes.tsx'
import { CheckServer } from './CheckServer.tsx'
import { ServerProjects } from './ServerProjects.tsx'
import { useDisks } from './useDisks.ts'
import '../project/project.css'
import './hq-notes.css'

/** The servers of the projects, and beside them the server in the address (reference: hosting, Server). */
export function Servers() {
  const id = idOf(useParams().id)
  const [{ activeEntity }] = useEntity('Server')
  const name =
    activeEntity?.id === id && typeof activeEntity?.server_name === 'string' ? activeEntity.server_name : undefined
  useEffect(() => (name === undefined ? undefined : showPlaceMark({ name })), [name])

  const disks = useDisks()?.disks ?? []
  const ownDisk = disks.find(({ servers }) => id !== undefined && servers?.includes(id))

  return (
    <RecordsScreen
      entity="Server"
      id={id}
      baseRoute={serversPath}
      notes={
        <div className="hq-notes">
          {disks.map(
            (disk) =>
              disk !== ownDisk &&
              disk.servers?.[0] !== undefined && (
                <DiskNote key={disk.name} disk={disk} name={disk.servers.join(', ')} />
              ),
          )}
        </div>
      }
      {...(id !== undefined && {
        actions: <CheckServer id={id} />,
        intro: activeEntity?.id === id && (
          <>
            <Fault server={activeEntity} />
            {ownDisk && <DiskNote disk={ownDisk} />}
          </>
        ),
        tabs: [{ id: 'projects', label: <Text source="Projects" />, content: <ServerProjects id={id} /> }],
      })}
    />
  )
}

/** The reason why a server can't be used, above its other data. */
function Fault({ server: { status, last_error: error } }: { server: EntityRecord }) {
  if (status !== 'Offline' || typeof error !== 'string') return null
  return (
    <p className="project-error" role="alert">
      <Icon name="error" size="small" />
      <bdi>{error}</bdi>
    </p>
  )
}
