import type { EntityRecord, Meta, StateAnswer, VersionRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { compareStates } from './compare-states.ts'
import { TabState } from './TabState.tsx'
import { useMomentText } from './useMomentText.ts'
import { VersionChanges } from './VersionChanges.tsx'

interface ComparedVersionsProps {
  entity: string
  id: string
  meta: Meta
  record: EntityRecord | null
  /** The older one first. */
  versions: readonly [VersionRecord, VersionRecord]
}

/** The differences between the record at two moments, drawn like one change (reference: screens, History). */
export function ComparedVersions({ entity, id, meta, record, versions }: ComparedVersionsProps) {
  const { client } = useEnvironment()
  const { t } = useI18n()
  const moment = useMomentText()
  const [older, newer] = versions
  const read = async ({ id: version }: VersionRecord) =>
    (await client.entities.runAction<StateAnswer>(entity, id, 'get_state', { version })).entity
  const reading = useReading(`${entity}/${id}/${older.id}/${newer.id}`, async () =>
    compareStates(meta, await read(older), await read(newer)),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  // The second version can be chosen far below the top, where the differences stand.
  useEffect(() => {
    if (reading.value) heading.current?.scrollIntoView({ block: 'nearest' })
  }, [reading.value])
  const { changed = [], added = [], removed = [] } = reading.value?.data ?? {}
  return (
    <section className="compared-versions" aria-label={t('Compare')} aria-live="polite">
      <h3 ref={heading}>
        <bdi>{moment(older.at)}</bdi>
        <Icon name="arrow_forward" size="small" label={t('changed to')} />
        <bdi>{moment(newer.at)}</bdi>
      </h3>
      <TabState
        status={readingStatus(reading)}
        error={reading.error}
        isEmpty={changed.length + added.length + removed.length === 0}
        empty="No differences"
        emptyIcon="history"
        onRetry={() => void reading.reload()}
      >
        {reading.value && <VersionChanges version={reading.value} meta={meta} record={record} />}
      </TabState>
    </section>
  )
}
