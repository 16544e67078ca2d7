import { showError } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, ConfirmDialog, Link } from '@tavla/ui'
import { useState } from 'react'
import { projectPath } from '../paths.ts'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { type RecordsToRestore, type RestoredRecords, restoreRecords } from './backup-calls.ts'

interface ConfirmRestoreProps {
  what: RecordsToRestore
  count: number
  onDone: () => void
}

/** The last step: asks, brings the records back, and tells what came of it. */
export function ConfirmRestore({ what, count, onDone }: ConfirmRestoreProps) {
  const { formatNumber } = useI18n()
  const { project } = useActiveProject()
  const [withFiles, setWithFiles] = useState(true)
  const [withCommunication, setWithCommunication] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState<RestoredRecords | null>(null)
  const restore = async () => {
    setPending(true)
    try {
      const along = { with_files: withFiles ? 1 : 0, with_communications: withCommunication ? 1 : 0 } as const
      setResult(await restoreRecords(project.id, { ...what, ...along }))
      onDone()
    } catch (error) {
      showError(error)
    }
    setPending(false)
    setAsking(false)
  }
  return (
    <>
      <div className="restore-along">
        <Checkbox isChecked={withFiles} onChange={setWithFiles}>
          <Text source="With Files" />
        </Checkbox>
        <Checkbox isChecked={withCommunication} onChange={setWithCommunication}>
          <Text source="With Communication" />
        </Checkbox>
      </div>
      <Button variant="primary" disabled={count === 0} onClick={() => setAsking(true)}>
        <Text source="Restore Records" />
      </Button>
      {result && <Outcome result={result} project={project.id} />}
      {isAsking && (
        <ConfirmDialog
          message={<Text source="Records to restore: {0}" args={[formatNumber(count, 0)]} />}
          reversal={null}
          confirmLabel={<Text source="Restore" />}
          isPending={isPending}
          startsOnConfirm
          onConfirm={() => void restore()}
          onCancel={() => setAsking(false)}
        >
          <ProjectName mark={projectMark(project)} />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Tells what came back; the project has it as one operation, and can undo it. */
function Outcome({ result: { restored, unchanged, failed }, project }: { result: RestoredRecords; project: string }) {
  const { formatNumber } = useI18n()
  return (
    <div className="restore-outcome" role="status">
      <p>
        <Text source="Restored: {0}. Unchanged: {1}." args={[restored, unchanged].map((one) => formatNumber(one, 0))} />
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ id, message }) => (
            <li key={id}>
              <bdi>{id}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
      {restored > 0 && (
        <Link href={`${projectPath(project)}/audit?tab=changes`}>
          <Text source="Recent Changes" />
        </Link>
      )}
    </div>
  )
}
