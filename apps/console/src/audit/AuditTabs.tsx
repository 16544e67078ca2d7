import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton, Tabs } from '@tavla/ui'
import { type ReactNode, Suspense } from 'react'
import { useInnerTab } from '../staging/useInnerTab.ts'
import '../staging/place/place.css'

const RecentChanges = lazyPart(() => import('./RecentChanges.tsx'))
const TrashRecords = lazyPart(() => import('./TrashRecords.tsx'))
const SecurityRecords = lazyPart(() => import('./SecurityRecords.tsx'))

/** The writes on a server, and beside them its operations, its trash and its security log. */
export function AuditTabs({ path, audit }: { path: string; audit: ReactNode }) {
  const { t } = useI18n()
  const { active, select } = useInnerTab(['audit', 'changes', 'trash', 'security'], path)
  const lazily = (records: ReactNode) => (
    <Suspense fallback={<Skeleton shape="rows" lines={6} label={t('Loading…')} />}>{records}</Suspense>
  )
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Audit')}
        active={active}
        onSelect={select}
        tabs={[
          { id: 'audit', label: <Text source="Audit" />, content: audit },
          { id: 'changes', label: <Text source="Recent Changes" />, content: lazily(<RecentChanges />) },
          { id: 'trash', label: <Text source="Trash" />, content: lazily(<TrashRecords />) },
          { id: 'security', label: <Text source="Security" />, content: lazily(<SecurityRecords />) },
        ]}
      />
    </div>
  )
}
