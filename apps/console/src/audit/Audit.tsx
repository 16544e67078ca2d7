import { idOf } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { auditPath } from '../paths.ts'
import { AuditRecords } from './AuditRecords.tsx'

/** What was done at HQ: to projects, servers and people, by whom and when. */
export function Audit() {
  return <AuditRecords id={idOf(useParams().id)} baseRoute={auditPath} />
}
