import { idOf } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { AuditRecords } from '../audit/AuditRecords.tsx'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { tabPath } from './staging-path.ts'

/** What was done on the project's server, by whom and when. */
export function AuditTab() {
  const { project } = useActiveProject()
  return <AuditRecords id={idOf(useParams().record)} baseRoute={tabPath(project.id, 'audit')} />
}
