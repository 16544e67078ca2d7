import { showError } from '@tavla/app-shell'
import { toApiError } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useTimes } from '@tavla/i18n/react'
import { Button, Checkbox, ConfirmDialog } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { TypeId } from '../project/TypeId.tsx'
import { restoreProject } from './backup-calls.ts'

/** Brings the whole project back: what that means, and the question (reference: hosting, Restoring). */
export function RestoreAll({ backup, onStarted }: { backup: EntityRecord; onStarted: () => void }) {
  const { project } = useActiveProject()
  const { formatWithin } = useTimes()
  const { now } = useEnvironment()
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [typed, setTyped] = useState('')
  /** The server cannot take a safety copy. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isForced, setForced] = useState(false)
  const taken = typeof backup.taken_at === 'string' ? formatWithin(backup.taken_at, now()) : ''
  // In production the refusal asks for the id.
  const asksId = project.environment !== 'Production'
  const restore = async () => {
    setPending(true)
    try {
      await restoreProject(project.id, backup.id, isForced)
      onStarted()
    } catch (error) {
      const { code, type, message } = toApiError(error)
      if (code === 409 && type === 'InvalidStateError' && !isForced) setRefusal(message)
      else showError(error)
    }
    setPending(false)
    setAsking(false)
  }
  return (
    <div className="restore-step">
      <p>
        <Text source="A safety copy is taken first. Changes made after {0} will be gone." args={[taken]} />
      </p>
      <p>
        <Text source="Messages that had not left are held until you check them." />
      </p>
      {refusal !== null && (
        <div className="project-error" role="alert">
          <div>
            <p>{refusal}</p>
            <Checkbox isChecked={isForced} onChange={setForced}>
              <Text source="Restore without a safety copy" />
            </Checkbox>
          </div>
        </div>
      )}
      <Button variant="danger" disabled={refusal !== null && !isForced} onClick={() => setAsking(true)}>
        <Text source="Restore Project" />
      </Button>
      {isAsking && (
        <ConfirmDialog
          isDangerous
          message={<Text source="Restore {id} to its state of {0}?" args={{ id: project.id, 0: taken }} />}
          reversal={null}
          confirmLabel={<Text source="Restore" />}
          canConfirm={!asksId || typed.trim() === project.id}
          isPending={isPending}
          startsOnConfirm={!asksId}
          onConfirm={() => void restore()}
          onCancel={() => setAsking(false)}
        >
          <ProjectName mark={projectMark(project)} />
          {asksId && <TypeId id={project.id} dir="ltr" value={typed} onChange={setTyped} />}
        </ConfirmDialog>
      )}
    </div>
  )
}
