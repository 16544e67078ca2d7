import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton, Tabs } from '@tavla/ui'
import { type ReactNode, Suspense } from 'react'
import { useInnerTab } from '../staging/useInnerTab.ts'
import '../staging/place/place.css'

const RecentChanges = lazyPart(() => import('./RecentChanges.tsx'))
const SecurityRecords = lazyPart(() => import('./SecurityRecords.tsx'))

/** The writes on a server, and beside them its operations and its security log. */
export function AuditTabs({ path, audit }: { path: string; audit: ReactNode }) {
  const { t } = useI18n()
  const { active, select } = useInnerTab(['audit', 'changes', 'security'], path)
  const changes = (
    <Suspense fallback={<Skeleton shape="rows" lines={6} label={t('Loading…')} />}>
      <RecentChanges />
    </Suspense>
  )
  const security = (
    <Suspense fallback={<Skeleton shape="rows" lines={6} label={t('Loading…')} />}>
      <SecurityRecords />
    </Suspense>
  )
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Audit')}
        active={active}
        onSelect={select}
        tabs={[
          { id: 'audit', label: <Text source="Audit" />, content: audit },
          { id: 'changes', label: <Text source="Recent Changes" />, content: changes },
          { id: 'security', label: <Text source="Security" />, content: security },
        ]}
      />
    </div>
  )
}
