import RecordPanel from '@tavla/app-shell/record-panel'
import { type ConfirmDeleteProps, useEntity } from '@tavla/entity-ui'
import { projectsPath } from '../paths.ts'
import { useActiveProject } from './ActiveProject.tsx'
import { ConfirmProject } from './ConfirmProject.tsx'
import { ProjectActions } from './ProjectActions.tsx'
import { ProjectPanels } from './ProjectPanels.tsx'
import { projectMark } from './project-mark.ts'
import { StopBeforeDelete } from './StopBeforeDelete.tsx'
import { useProjectInfo } from './useProject.ts'

/**
 * HQ's data of a project: state, health, counts, disk, events, and its record, which stands alone while it is edited
 * (reference: hosting, Project data; screens, Console tabs).
 */
export function HqInfo() {
  const { project } = useActiveProject()
  const info = useProjectInfo(project.id)
  const [{ isEditing }] = useEntity('Project')
  return (
    <RecordPanel
      entity="Project"
      id={project.id}
      baseRoute={projectsPath}
      columns={3}
      Confirm={ConfirmDeleteProject}
      actions={<ProjectActions onChanged={info.reload} />}
      intro={!isEditing && <ProjectPanels info={info} />}
    />
  )
}

function ConfirmDeleteProject(props: ConfirmDeleteProps) {
  const { project } = useActiveProject()
  if (project.status === 'Running') return <StopBeforeDelete project={project} onClose={props.onCancel} />
  return <ConfirmProject kind="delete" mark={projectMark(project)} hasData={project.status !== 'Created'} {...props} />
}
