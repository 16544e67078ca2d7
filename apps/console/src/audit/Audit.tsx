import { idOf } from '@tavla/app-shell/records'
import { useEntity } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { Skeleton } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { auditPath } from '../paths.ts'
import { AuditRecords } from './AuditRecords.tsx'
import { AuditTabs } from './AuditTabs.tsx'

/**
 * The changes of projects, servers and people at HQ, with user and time, and HQ's security log. Only people who may
 * change servers see both; an operator sees the events of the projects, and the screen requests nothing else.
 */
export function Audit() {
  const { t } = useI18n()
  const { id } = useParams()
  const [{ meta }, store] = useEntity('Server')
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    store.loadMeta().catch(() => setFailed(true))
  }, [store])
  const records = { id: idOf(id), baseRoute: auditPath }
  if (!meta && !hasFailed) return <Skeleton shape="rows" lines={6} label={t('Loading…')} />
  if (meta?.doc_meta.permissions.write !== 1) return <AuditRecords {...records} areEvents />
  return <AuditTabs path={auditPath} audit={<AuditRecords {...records} hasSwitch />} />
}
