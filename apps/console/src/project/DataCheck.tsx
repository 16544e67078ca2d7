import { useEnvironment } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import type { ProjectInfo } from './project-info.ts'

type Check = NonNullable<ProjectInfo['data_check']>

const colors = { Running: 'Blue', Sound: 'Green', Damaged: 'Red', Failed: 'Orange' } as const

/** How the look at a project's records came out that follows on an end out of order; the first fault in the database's words. */
export function DataCheck({ check: { state, at, faults } }: { check: Check }) {
  const { t, formatDateTime } = useI18n()
  const { now } = useEnvironment()
  const words = { Running: t('Running'), Sound: t('Sound'), Damaged: t('Damaged'), Failed: t('Failed') }
  return (
    <>
      <Pill color={colors[state]}>{words[state]}</Pill> {formatDateTime(at, now())}
      {faults.length > 0 && <bdi className="data-fault">{faults[0]}</bdi>}
    </>
  )
}
