import { client } from '@tavla/app-shell/frame'
import { Text } from '@tavla/i18n/react'
import { Button, Dialog } from '@tavla/ui'
import { PanelState } from '../reading/PanelState.tsx'
import { useCopy } from '../reading/useCopy.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { useActiveProject } from './ActiveProject.tsx'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'

interface RevealedPassword {
  user: string
  password: string
}

/**
 * The project's Administrator and password, for System Managers of HQ; the history records each time it is shown
 * (reference: hosting, Project).
 */
export function AdminPassword({ onClose }: { onClose: () => void }) {
  const { project } = useActiveProject()
  const copy = useCopy()
  const reading = useLiveReading(project.id, () =>
    client.entities.runAction<RevealedPassword>('Project', project.id, 'reveal_admin_password'),
  )
  const { value } = reading
  return (
    <Dialog
      title={<Text source="Administrator Password" />}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Text source="Close" />
          </Button>
          <Button variant="primary" disabled={!value} onClick={() => value && void copy(value.password)}>
            <Text source="Copy" />
          </Button>
        </>
      }
    >
      <ProjectName mark={projectMark(project)} />
      {value ? (
        <dl className="facts">
          <div>
            <dt>
              <Text source="User" />
            </dt>
            <dd dir="ltr">{value.user}</dd>
          </div>
          <div>
            <dt>
              <Text source="Password" />
            </dt>
            <dd dir="ltr">
              <code>{value.password}</code>
            </dd>
          </div>
        </dl>
      ) : (
        <PanelState reading={reading} />
      )}
    </Dialog>
  )
}
