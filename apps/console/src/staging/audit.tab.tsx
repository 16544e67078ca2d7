import { idOf } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { AuditRecords } from '../audit/AuditRecords.tsx'
import { AuditTabs } from '../audit/AuditTabs.tsx'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { tabPath } from './staging-path.ts'

/** The writes on the project's server, with user and time, and its security log. */
export default function AuditTab() {
  const { project } = useActiveProject()
  const path = tabPath(project.id, 'audit')
  return <AuditTabs path={path} audit={<AuditRecords id={idOf(useParams().record)} baseRoute={path} />} />
}
