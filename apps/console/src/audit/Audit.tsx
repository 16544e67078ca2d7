import { idOf } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { auditPath } from '../paths.ts'
import { AuditRecords } from './AuditRecords.tsx'
import { AuditTabs } from './AuditTabs.tsx'

/** What was done at HQ: to projects, servers and people, by whom and when; and its security log. */
export function Audit() {
  const { id } = useParams()
  return <AuditTabs path={auditPath} audit={<AuditRecords id={idOf(id)} baseRoute={auditPath} />} />
}
