import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { isFocusLost } from '../focus-lost.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { ComparedVersions } from './ComparedVersions.tsx'
import { RecordAsItWas } from './RecordAsItWas.tsx'
import { TabState } from './TabState.tsx'
import { useMomentText } from './useMomentText.ts'
import { useRestore } from './useRestore.ts'
import { useVersionSteps } from './useVersionSteps.ts'
import { VersionRow } from './VersionRow.tsx'

interface HistoryTabProps {
  entity: string
  id: string
  canWrite: boolean
}

/**
 * The changes of a record, field by field, newest first, with the steps that bring a value back (reference: metadata,
 * Versions; screens, History).
 */
export default function HistoryTab({ entity, id, canWrite }: HistoryTabProps) {
  const { client } = useEnvironment()
  const [{ meta, activeEntity: record }] = useEntity(entity)
  const [count, setCount] = useState(page)
  const reading = useReading(
    `${entity}/${id}`,
    // Reads one more than is shown, to know whether there are more.
    () => client.entities.runAction<VersionRecord[]>(entity, id, 'get_history', { limit: Math.min(count + 1, most) }),
    count,
  )
  const { value: read = [], error, reload } = reading
  const versions = read.slice(0, count)

  const modified = record?.modified
  const seen = useRef(modified)
  useEffect(() => {
    if (seen.current === modified) return
    seen.current = modified
    void reload()
  }, [modified, reload])

  return (
    <div className="record-tab">
      <TabState
        status={readingStatus(reading)}
        error={error}
        isEmpty={versions.length === 0}
        empty="No changes yet"
        emptyIcon="history"
        onRetry={() => void reload()}
      >
        {meta && <History {...{ entity, id, canWrite, meta, record, versions, isWhole: read.length <= count }} />}
        {read.length > count && (
          <Button variant="quiet" onClick={() => setCount(Math.min(count + page, most))}>
            <Text source="More" />
          </Button>
        )}
      </TabState>
    </div>
  )
}

interface HistoryProps extends HistoryTabProps {
  meta: Meta
  record: EntityRecord | null
  versions: readonly VersionRecord[]
  /** True where no older version is left to read. */
  isWhole: boolean
}

function History({ entity, id, canWrite, meta, record, versions, isWhole }: HistoryProps) {
  const { t } = useI18n()
  const [, store] = useEntity(entity)
  const moment = useMomentText()
  const { restore } = useRestore(entity, id)
  const [shown, setShown] = useState<VersionRecord | null>(null)
  /** Ids of the versions to compare; null while none are chosen. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const onUndone = () => {
    void store.reloadRecord()
    // The step that had the focus is gone with the undo.
    requestAnimationFrame(() => list.current && isFocusLost(list.current) && list.current.focus())
  }
  const stepsOf = useVersionSteps({ entity, id, canWrite, onUndone })

  if (shown) {
    const close = () => {
      setShown(null)
      // The button that opened it has the focus again, once it is drawn.
      requestAnimationFrame(() => {
        list.current?.querySelector<HTMLElement>(`[data-version="${shown.id}"] .icon-button`)?.focus()
      })
    }
    const bringBack = () => {
      close()
      void restore({ version: shown.id, side: 'after' })
    }
    const onRestore = canWrite && shown !== versions[0] ? bringBack : undefined
    return <RecordAsItWas {...{ entity, id, meta, onRestore }} version={shown} onClose={close} />
  }

  const oldest = versions.at(-1)
  const pair = versions.filter((version) => chosen?.includes(version.id)).toReversed()
  const choiceOf = (version: VersionRecord) =>
    chosen && {
      isChosen: chosen.includes(version.id),
      onChoose: (isChosen: boolean) =>
        setChosen([...chosen.filter((one) => one !== version.id), ...(isChosen ? [version.id] : [])].slice(-2)),
    }
  return (
    <div ref={list} className="version-history" tabIndex={-1}>
      {versions.length > 1 && (
        <div className="version-tools">
          {chosen && pair.length < 2 && <Text source="Choose two versions to compare." />}
          <Button
            size="small"
            variant="quiet"
            aria-pressed={chosen !== null}
            onClick={() => setChosen(chosen ? null : [])}
          >
            {t('Compare')}
          </Button>
        </div>
      )}
      {pair[0] && pair[1] && <ComparedVersions {...{ entity, id, meta, record }} versions={[pair[0], pair[1]]} />}
      {[...Map.groupBy(versions, ({ at }) => at.slice(0, 10))].map(([day, ofDay]) => (
        <section key={day} className="version-day">
          <DayHeading day={day} />
          <ol className="version-list">
            {ofDay.map((version) => (
              <VersionRow
                key={version.id}
                version={version}
                meta={meta}
                record={record}
                isUnderDay
                steps={stepsOf(version)}
                onShow={() => setShown(version)}
                onRestore={
                  canWrite && version !== versions[0]
                    ? () => void restore({ version: version.id, side: 'after' })
                    : undefined
                }
                onRestorePart={
                  canWrite ? (part) => void restore({ version: version.id, side: 'before', part }) : undefined
                }
                choice={choiceOf(version) ?? undefined}
              />
            ))}
          </ol>
        </section>
      ))}
      {isWhole && oldest && oldest.action !== 'Created' && (
        <p className="version-begin">
          <Text source="The history of this record begins at {0}." args={[moment(oldest.at)]} />
        </p>
      )}
    </div>
  )
}

/** The day of the versions below it, with its name when it is near. */
function DayHeading({ day }: { day: string }) {
  const { t } = useI18n()
  const { formatDate } = useTimes()
  const today = useNow(useEnvironment().now).slice(0, 10)
  const name = day === today ? t('Today') : Date.parse(today) - Date.parse(day) === oneDay ? t('Yesterday') : undefined
  return <h3>{[...(name === undefined ? [] : [name]), formatDate(day)].join(', ')}</h3>
}

const oneDay = 24 * 3600 * 1000

/** Changes in one read, and the maximum. */
const page = 50
const most = 500
