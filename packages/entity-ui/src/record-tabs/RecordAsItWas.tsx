import type { Meta, StateAnswer, VersionRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, IconButton, useShortcut } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { RecordFields } from '../detail/RecordFields.tsx'
import { useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { TabState } from './TabState.tsx'
import { useMomentText } from './useMomentText.ts'

interface RecordAsItWasProps {
  entity: string
  id: string
  meta: Meta
  version: VersionRecord
  /** Brings this state back; undefined for a person who may not. */
  onRestore: (() => void) | undefined
  onClose: () => void
}

/** The form as it stood right after a version, read-only, under a bar that names the moment (reference: screens, History). */
export function RecordAsItWas({ entity, id, meta, version, onRestore, onClose }: RecordAsItWasProps) {
  const { client } = useEnvironment()
  const { t } = useI18n()
  const moment = useMomentText()
  const bar = useRef<HTMLDivElement>(null)
  const reading = useReading(`${entity}/${id}/${version.id}`, () =>
    client.entities.runAction<StateAnswer>(entity, id, 'get_state', { version: version.id }),
  )
  useEffect(() => bar.current?.focus(), [])
  useShortcut('Escape', onClose, { label: t('Close') })
  return (
    <section className="record-as-it-was" aria-label={t('As it was at {0}', [moment(version.at)])}>
      <div ref={bar} className="as-it-was-bar" tabIndex={-1}>
        <p>
          <Text source="As it was at {0}" args={[moment(version.at)]} />
        </p>
        {onRestore && (
          <Button size="small" onClick={onRestore}>
            <Text source="Restore This Version" />
          </Button>
        )}
        <IconButton icon="close" size="small" label={t('Close')} onClick={onClose} />
      </div>
      <TabState
        status={readingStatus(reading)}
        error={reading.error}
        isEmpty={false}
        empty=""
        emptyIcon="history"
        onRetry={() => void reading.reload()}
      >
        {reading.value && <RecordFields meta={meta} values={reading.value.entity} readOnly />}
      </TabState>
    </section>
  )
}
