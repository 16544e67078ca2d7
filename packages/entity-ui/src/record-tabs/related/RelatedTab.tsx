import type { ListAnswer, Meta, RelatedEntry } from '@tavla/contract'
import { limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Link, lazyPart, Skeleton } from '@tavla/ui'
import { Suspense, useCallback, useState } from 'react'
import { useRecordMeta } from '../../detail/useRecordMeta.ts'
import { useEntity, useEnvironment } from '../../environment.ts'
import { readingStatus, useReading } from '../../reading/useReading.ts'
import { TabState } from '../TabState.tsx'
import { useListEvents } from '../useListEvents.ts'
import { RelatedTable } from './RelatedTable.tsx'
import { newValues, pointingFilters } from './related-words.ts'
import './related.css'

const NewRelated = lazyPart(() => import('./NewRelated.tsx'), 'window')

interface RelatedTabProps {
  entity: string
  id: string
  entry: RelatedEntry
  /** The number of records may have changed. */
  onChanged: () => void
}

/** Records in one read. */
const page = 50

/** The records that point at this one by one field, as a table of their own (reference: screens, Related records). */
export function RelatedTab(props: RelatedTabProps) {
  const { t } = useI18n()
  const [{ meta }, store] = useEntity(props.entry.entity)
  const { error, reload } = useRecordMeta(store)
  if (meta) return <RelatedRecords {...props} meta={meta} />
  if (!error) return <Skeleton shape="rows" lines={4} label={t('Loading…')} />
  return (
    <TabState status="failed" error={error} isEmpty={false} empty="" emptyIcon="" onRetry={reload}>
      {null}
    </TabState>
  )
}

function RelatedRecords({ entity, id, entry, onChanged, meta }: RelatedTabProps & { meta: Meta }) {
  const { t, formatNumber } = useI18n()
  const { client, recordPath } = useEnvironment()
  const [{ meta: ownMeta, activeEntity: record }] = useEntity(entity)
  const titleField = ownMeta?.doc_meta.title_field ?? ''
  const ownTitle = record?._link_titles?.[titleField] ?? record?.[titleField]
  const title = typeof ownTitle === 'string' && ownTitle !== '' ? ownTitle : id
  const [amount, setAmount] = useState(page)
  const [order, setOrder] = useState('')
  const [isAdding, setAdding] = useState(false)
  const filters = pointingFilters(meta, entry, entity, id)
  const read = (): Promise<ListAnswer> => {
    const query = { filters, limit_page_length: amount, ...(order !== '' && { order_by: order }) }
    return client.entities.list(entry.entity, query)
  }
  const reading = useReading(`${entry.entity}\n${entry.field}\n${id}\n${order}`, read, amount)
  const { value: answer, error, reload } = reading
  const handleChange = useCallback(() => {
    void reload()
    onChanged()
  }, [reload, onChanged])
  useListEvents(entry.entity, handleChange)
  const rows = answer?.data ?? []
  const listAddress = recordPath(entry.entity, '')?.replace(/\/$/, '')
  return (
    <>
      <div className="record-tab related-tab">
        <div className="related-tools">
          <p className="related-count">
            <b>{formatNumber(answer?.count ?? entry.count)}</b> <Text source="Records" />
          </p>
          {listAddress !== undefined && (
            <Link href={`${listAddress}?filters=${encodeURIComponent(JSON.stringify(filters))}`}>
              <Text source="Open as List" />
            </Link>
          )}
          {entry.can_create === 1 && (
            <Button icon={<Icon name="add" />} onClick={() => setAdding(true)}>
              <Text source="New {0}" args={[{ translate: entry.entity, context: entry.entity }]} />
            </Button>
          )}
        </div>
        <TabState
          status={readingStatus(reading)}
          error={error}
          isEmpty={rows.length === 0}
          empty="No records found"
          emptyIcon={entry.icon ?? 'table_rows'}
          onRetry={() => void reload()}
        >
          {answer && (
            <RelatedTable
              answer={answer}
              entity={entry.entity}
              meta={meta}
              without={entry.field}
              order={order}
              onOrder={setOrder}
            />
          )}
          {rows.length < Math.min(answer?.count ?? 0, limits.pageCap) && (
            <Button variant="quiet" onClick={() => setAmount(Math.min(amount + page, limits.pageCap))}>
              <Text source="More" />
            </Button>
          )}
        </TabState>
      </div>
      {isAdding && (
        <Suspense fallback={<span className="visually-hidden">{t('Loading…')}</span>}>
          <NewRelated
            entity={entry.entity}
            titles={[[entity, id, title]]}
            set={newValues(meta, entry, entity, id)}
            onClose={() => setAdding(false)}
            onReopen={() => setAdding(true)}
            onCreated={() => {
              setAdding(false)
              handleChange()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
