import { isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { CutLinesContext } from '@tavla/fields/ui'
import { useTimes } from '@tavla/i18n/react'
import { useId } from 'react'
import { Cell } from '../list/Cell.tsx'
import { IdText } from '../list/IdText.tsx'
import { hasOwnTitle } from '../list/row-fields.ts'
import { useCalendarParts } from './calendar-context.ts'
import { useDayNames } from './day-names.ts'
import type { Day } from './days.ts'
import { EntrySelect, EntryTitle } from './EntryParts.tsx'
import { entryLook } from './entry-look.ts'
import { entryOf } from './segments.ts'

interface CalendarRowProps {
  record: EntityRecord
  /** The day before the row; undefined where all rows have one day, null while it is unknown. */
  day: Day | null | undefined
  /** The first row of its day, which names it to the eye. */
  isFirst: boolean
  isStop: boolean
}

/** One record of the agenda or of a day: title and amount, when and for whom, and its state. */
export function CalendarRow({ record, day, isFirst, isStop }: CalendarRowProps) {
  const { meta, fields, card, state, today, active, selected } = useCalendarParts()
  const names = useDayNames()
  const titleId = useId()
  const entry = entryOf(record, fields)
  const isShown = isRead(record)
  const { isLate } = entryLook(record, entry?.last ?? today, today, meta, state)
  return (
    <article
      className="list-row planner-row"
      data-active={record.id === active || undefined}
      data-selected={selected.has(record.id) || undefined}
      data-late={isLate || undefined}
    >
      {day !== undefined && (
        <span className="planner-row-day" data-first={isFirst || undefined} data-today={day === today || undefined}>
          {day && <span>{`${names.weekday(day, 'short')} ${names.dayOfMonth(day)}`}</span>}
        </span>
      )}
      <EntrySelect id={record.id} titleId={titleId} className="planner-row-select" />
      <CutLinesContext value={true}>
        <div className="planner-row-text">
          <div className="planner-row-line">
            <EntryTitle record={record} titleId={titleId} isStop={isStop} />
            {isShown && card.amount && (
              <span className="planner-amount">
                <Cell field={card.amount} record={record} />
              </span>
            )}
          </div>
          {isShown && (
            <div className="planner-row-line planner-row-second">
              <EntryMoment record={record} />
              {entry && entry.last > entry.first && <span>{names.range(entry.first, entry.last)}</span>}
              {hasOwnTitle(record, card.title) && <IdText id={record.id} />}
              {card.who && (
                <span className="planner-who">
                  <Cell field={card.who} record={record} />
                </span>
              )}
              {state && (
                <span className="planner-state">
                  <Cell field={state} record={record} />
                </span>
              )}
            </div>
          )}
        </div>
      </CutLinesContext>
    </article>
  )
}

/** From when to when, for moments. */
function EntryMoment({ record }: { record: EntityRecord }) {
  const { fields } = useCalendarParts()
  const { formatTime } = useTimes()
  const times = [fields.start, fields.end].flatMap((field) => {
    const value = field && field.fieldtype === 'Datetime' ? record[field.fieldname] : null
    return typeof value === 'string' ? [formatTime(value)] : []
  })
  return times.length > 0 && <bdi className="numeric">{times.join('–')}</bdi>
}
