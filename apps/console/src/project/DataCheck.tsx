import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Icon, Pill } from '@tavla/ui'
import type { ProjectInfo } from './project-info.ts'

type Check = NonNullable<ProjectInfo['data_check']>

const colors = { Running: 'Blue', Sound: 'Green', Damaged: 'Red', Failed: 'Orange' } as const

/** The result of the check of a project's records that follows an unclean stop; the first fault in the database's words. */
export function DataCheck({ check: { state, at, faults } }: { check: Check }) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const words = { Running: t('Running'), Sound: t('Sound'), Damaged: t('Damaged'), Failed: t('Failed') }
  return (
    <span className="data-check">
      <Pill color={colors[state]}>{words[state]}</Pill>
      <span>{formatDateTime(at, now())}</span>
      {faults.length > 0 && <bdi className="data-fault">{faults[0]}</bdi>}
    </span>
  )
}

/** Warns that a project's records are damaged, and offers a remedy. */
export function DataNote({ check }: { check: Check | null | undefined }) {
  if (check?.state !== 'Damaged') return null
  return (
    <p className="project-error" role="alert">
      <Icon name="error" size="small" />
      <span>
        <Text source="The database of this project is damaged. Put it back from a backup, before more is lost." />
      </span>
    </p>
  )
}
