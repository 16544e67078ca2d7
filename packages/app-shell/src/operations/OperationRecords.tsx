import type { OperationRecordAnswer } from '@tavla/contract'
import { useEnvironment, useReading } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Link, Pill, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import './operations.css'

interface RecordsAnswer {
  records: OperationRecordAnswer[]
  count: number
  /** Records that the reader may not see. */
  hidden: number
}

const page = 50

/** The records that an operation wrote, each with a link, and with its entity where they are of several. */
export function OperationRecords({ id, isMixed }: { id: string; isMixed: boolean }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [amount, setAmount] = useState(page)
  const read = () =>
    client.entities.runAction<RecordsAnswer>('Operation Log', id, 'get_records', {
      limit_start: 0,
      limit_page_length: amount,
    })
  const { value, error } = useReading(id, read, amount)
  if (error) {
    return (
      <p className="tab-failed" role="alert">
        <ErrorMessage error={error} />
      </p>
    )
  }
  if (!value) return <Skeleton shape="rows" lines={3} label={t('Loading…')} />
  const { records, count, hidden } = value
  return (
    <section className="operation-records" aria-label={t('Records')}>
      <ul>
        {records.map((record) => (
          <li key={record.version}>
            <OperationRecord record={record} hasEntity={isMixed} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="operation-hidden">
          <Text source="{0} more that you cannot read" args={[hidden]} />
        </p>
      )}
      {records.length + hidden < count && (
        <Button size="small" variant="quiet" onClick={() => setAmount(amount + page)}>
          <Text source="More" />
        </Button>
      )}
    </section>
  )
}

function OperationRecord({ record, hasEntity }: { record: OperationRecordAnswer; hasEntity: boolean }) {
  const { t } = useI18n()
  const { recordPath } = useEnvironment()
  const { entity, id, title, action } = record
  const href = action === 'Deleted' ? undefined : recordPath(entity, id)
  const name = <bdi>{title || id}</bdi>
  return (
    <>
      <span className="operation-record">{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
      {hasEntity && (
        <span className="operation-entity" data-source={entity}>
          {t(entity)}
        </span>
      )}
      <Pill color={colors[action]}>{t(action)}</Pill>
    </>
  )
}

const colors: Readonly<Record<string, 'Green' | 'Blue' | 'Red' | 'Purple'>> = {
  Created: 'Green',
  Updated: 'Blue',
  Deleted: 'Red',
  Renamed: 'Purple',
}
