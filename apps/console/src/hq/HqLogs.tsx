import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { LogFiles } from '../logs/Logs.tsx'
import { hqItself } from '../logs/log-calls.ts'
import { hqPath } from '../paths.ts'
import { useInnerTab } from '../staging/useInnerTab.ts'
import { LogSearchAll } from './LogSearchAll.tsx'
import { useIsManager } from './useIsManager.ts'

/** The logs of all projects, and for System Managers those of HQ itself. */
export default function HqLogs() {
  const { t } = useI18n()
  const isManager = useIsManager()
  const { active, select } = useInnerTab(['search', 'files'], `${hqPath}/logs`)
  const search = {
    id: 'search',
    label: <Text source="All Projects" />,
    content: <LogSearchAll isManager={isManager} />,
  }
  if (!isManager) return search.content
  return (
    <Tabs
      label={t('Logs')}
      active={active}
      onSelect={select}
      tabs={[search, { id: 'files', label: <Text source="HQ" />, content: <LogFiles source={hqItself} /> }]}
    />
  )
}
