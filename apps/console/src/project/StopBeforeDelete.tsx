import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'
import { useProjectAction } from './useProjectAction.ts'

/**
 * Takes the place of the question whether to delete a project while it runs, since that would be refused; that question
 * follows once the project is stopped.
 */
export function StopBeforeDelete({ project, onClose }: { project: EntityRecord; onClose: () => void }) {
  const { running, run } = useProjectAction(project)
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="A project that runs cannot be deleted. Stop it first?" />}
      reversal={null}
      confirmLabel={<Text source="Stop" />}
      isPending={running !== null}
      startsOnConfirm
      onConfirm={() => void run('stop_project')}
      onCancel={onClose}
    >
      <ProjectName mark={projectMark(project)} />
    </ConfirmDialog>
  )
}
