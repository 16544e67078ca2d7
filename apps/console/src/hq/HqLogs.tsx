import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { LogFiles } from '../logs/Logs.tsx'
import { hqItself } from '../logs/log-calls.ts'
import { hqPath } from '../paths.ts'
import { useInnerTab } from '../staging/useInnerTab.ts'
import { LogSearchAll } from './LogSearchAll.tsx'
import { TimeLine } from './TimeLine.tsx'
import { useIsManager } from './useIsManager.ts'

/** The logs of all projects, and for System Managers those of HQ itself. */
export default function HqLogs() {
  const { t } = useI18n()
  const isManager = useIsManager()
  const { active, select } = useInnerTab(['search', 'time-line', 'files'], `${hqPath}/logs`)
  const search = {
    id: 'search',
    label: <Text source="All Projects" />,
    content: <LogSearchAll isManager={isManager} />,
  }
  const timeLine = { id: 'time-line', label: <Text source="Time Line" />, content: <TimeLine /> }
  const files = { id: 'files', label: <Text source="HQ" />, content: <LogFiles source={hqItself} /> }
  return (
    <Tabs
      label={t('Logs')}
      active={active}
      onSelect={select}
      tabs={isManager ? [search, timeLine, files] : [search, timeLine]}
    />
  )
}
