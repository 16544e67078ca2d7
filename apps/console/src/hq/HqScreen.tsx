import { NotFound } from '@tavla/app-shell/frame'
import { idOf } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton, Tabs } from '@tavla/ui'
import { Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { hqPath } from '../paths.ts'
import { GoTo } from '../project/GoTo.tsx'
import { tabsFor } from './hq-tabs.ts'
import { useIsManager } from './useIsManager.ts'
import '../logs/logs.css'
import '../staging/place/place.css'
import './hq.css'

const parts = {
  operators: lazyPart(() => import('./Operators.tsx')),
  email: lazyPart(() => import('./HqEmail.tsx')),
  settings: lazyPart(() => import('./HqSettings.tsx')),
  logs: lazyPart(() => import('./HqLogs.tsx')),
  backups: lazyPart(() => import('./HqBackups.tsx')),
}

/** HQ's own people, mail, settings, logs and backups, each in a tab with its own address (reference: screens, HQ in the console). */
export function HqScreen() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { tab, id } = useParams()
  const tabs = tabsFor(useIsManager())
  const [first] = tabs
  if (tab === undefined && first) return <GoTo path={`${hqPath}/${first.id}`} />
  const open = tabs.find((one) => one.id === tab)
  if (!open) return <NotFound />
  const Part = parts[open.id]
  return (
    <div className="place-tabs">
      <Tabs
        label={t('HQ')}
        tabs={tabs.map(({ id: name, label }) => ({ id: name, label: <Text source={label} /> }))}
        baseRoute={hqPath}
        path={pathname}
      >
        <Suspense fallback={<Skeleton shape="rows" lines={6} label={t('Loading…')} />}>
          <Part id={idOf(id)} />
        </Suspense>
      </Tabs>
    </div>
  )
}

/** The part of the address behind the tab, such as a record. */
export interface HqPartProps {
  id: string | undefined
}
