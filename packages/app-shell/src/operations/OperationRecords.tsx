import { limits, type OperationRecordAnswer } from '@tavla/contract'
import { useEnvironment, useReading } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Pill, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import { RecordName } from './RecordName.tsx'
import './operations.css'

interface RecordsAnswer {
  records: OperationRecordAnswer[]
  count: number
  /** Records that the reader may not see. */
  hidden: number
}

/** Records on the first page; the others come in pages of the server's size. */
const page = 50

/** The records that an operation wrote, each with a link, and with its entity where they are of several. */
export function OperationRecords({ id, isMixed }: { id: string; isMixed: boolean }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [amount, setAmount] = useState(page)
  const readFrom = (limit_start: number) => {
    const limit_page_length = Math.min(amount - limit_start, limits.pageCap)
    return client.entities.runAction<RecordsAnswer>('Operation Log', id, 'get_records', {
      limit_start,
      limit_page_length,
    })
  }
  const read = async () => {
    const answer = await readFrom(0)
    const records = [...answer.records]
    while (records.length < Math.min(amount, answer.count - answer.hidden)) {
      const { records: more } = await readFrom(records.length)
      if (more.length === 0) break
      records.push(...more)
    }
    return { ...answer, records }
  }
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
        <Button
          size="small"
          variant="quiet"
          onClick={() => setAmount(amount < limits.pageCap ? limits.pageCap : amount + limits.pageCap)}
        >
          <Text source="More" />
        </Button>
      )}
    </section>
  )
}

function OperationRecord({ record, hasEntity }: { record: OperationRecordAnswer; hasEntity: boolean }) {
  const { t } = useI18n()
  const { entity, action } = record
  return (
    <>
      <RecordName {...record} isGone={action === 'Deleted'} />
      {hasEntity && (
        <span className="operation-entity" data-source={entity}>
          {t(entity, undefined, entity)}
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
