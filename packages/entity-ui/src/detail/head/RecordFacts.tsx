import type { EntityRecord, Meta, RelatedAnswer } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { useEnvironment } from '../../environment.ts'
import { Cell } from '../../list/Cell.tsx'
import { daysUntil, type HeadFact, headFacts, sumOf } from './head-facts.ts'
import './record-facts.css'

type LastMessage = RelatedAnswer['last_message']

interface RecordFactsProps {
  meta: Meta
  record: EntityRecord
  /** Undefined until it is known. */
  lastMessage: LastMessage | undefined
}

/** The key facts of a record, on one line that scrolls where it lacks room (reference: screens, Detail form). */
export function RecordFacts({ meta, record, lastMessage }: RecordFactsProps) {
  const now = useNow(useEnvironment().now)
  const today = now.slice(0, 10)
  const { facts, tellsMessage } = headFacts(meta, record, today)
  if (facts.length === 0 && !tellsMessage) return null
  return (
    <dl className="record-facts">
      {facts.map((fact) => (
        <div key={fact.field.fieldname} data-amount={fact.field.fieldtype === 'Currency' || undefined}>
          <dt>
            <Text source={fact.field.label} />
          </dt>
          <dd>
            <Fact fact={fact} record={record} today={today} />
          </dd>
        </div>
      ))}
      {tellsMessage && (
        <div>
          <dt>
            <Text source="Last message" />
          </dt>
          <dd>{lastMessage ? <Message message={lastMessage} now={now} /> : <span className="field-blank">–</span>}</dd>
        </div>
      )}
    </dl>
  )
}

function Message({ message: { at, sender }, now }: { message: NonNullable<LastMessage>; now: string }) {
  const { formatDateTime } = useTimes()
  return (
    <>
      <bdi>{formatDateTime(at, now)}</bdi>
      {sender !== '' && (
        <span className="record-fact-note">
          <span aria-hidden="true">· </span>
          <bdi>{sender}</bdi>
        </span>
      )}
    </>
  )
}

function Fact({ fact: { field, summed }, record, today }: { fact: HeadFact; record: EntityRecord; today: string }) {
  const value = record[field.fieldname]
  if (field.fieldtype === 'Table') return <Rows rows={Array.isArray(value) ? value : null} summed={summed} />
  if (isBlank(value)) return <span className="field-blank">–</span>
  return (
    <>
      <Cell field={field} record={record} />
      {field.fieldtype === 'Date' && <Distance date={String(value)} today={today} />}
    </>
  )
}

interface RowsProps {
  /** Null until the record is read whole. */
  rows: readonly Readonly<Record<string, unknown>>[] | null
  summed: HeadFact['summed']
}

/** The number of a table's rows and the sum of one column. */
function Rows({ rows, summed }: RowsProps) {
  if (rows === null) return <span className="field-blank">–</span>
  if (!summed || rows.length === 0) return <span className="numeric">{rows.length}</span>
  const { Cell: SumCell } = fieldUi(summed.fieldtype)
  return (
    <>
      <span className="numeric">{rows.length}</span>
      <span aria-hidden="true">·</span>
      <span className="record-fact-note">
        <Text source={summed.label} />
      </span>
      <SumCell field={summed} value={sumOf(rows, summed)} values={rows[0] ?? {}} />
    </>
  )
}

/** Days are counted as far as a person counts them. */
const countedDays = 60

function Distance({ date, today }: { date: string; today: string }) {
  const { language } = useI18n()
  const { formatRelative } = useTimes()
  const days = daysUntil(date, today)
  if (Number.isNaN(days)) return null
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const text = Math.abs(days) <= countedDays ? format.format(days, 'day') : formatRelative(date, today)
  return <span className="record-fact-note">{text}</span>
}
