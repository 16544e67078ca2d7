import { CutLinesContext } from '@tavla/fields/ui'
import { useTimes } from '@tavla/i18n/react'
import { type CSSProperties, memo, useId } from 'react'
import { Cell } from '../list/Cell.tsx'
import { useCalendarParts } from './calendar-context.ts'
import { EntrySelect, EntryTitle } from './EntryParts.tsx'
import { entryLook } from './entry-look.ts'
import type { Segment } from './segments.ts'

interface CalendarBlockProps {
  segment: Segment
  /** True on the day that keys begin at. */
  isStop: boolean
  /** The second line has room. */
  isRoomy: boolean
}

/** An entry on the days of one week: its state as a dot, its time and its title (reference: screens, Calendar). */
export const CalendarBlock = memo(function CalendarBlock({ segment, isStop, isRoomy }: CalendarBlockProps) {
  const { meta, fields, card, state, today, ...parts } = useCalendarParts()
  const { active, selected, carried, canMove, canResize } = parts
  const titleId = useId()
  const { entry, slot, length, isStart, isEnd } = segment
  const { record } = entry
  const { color, isDone, isLate } = entryLook(record, entry.last, today, meta, state)
  return (
    <article
      className="planner-block state-tint"
      data-color={color}
      data-done={isDone || undefined}
      data-late={isLate || undefined}
      data-long={entry.last > entry.first || undefined}
      data-start={isStart || undefined}
      data-end={isEnd || undefined}
      data-active={record.id === active || undefined}
      data-selected={selected.has(record.id) || undefined}
      data-carried={carried?.record.id === record.id || undefined}
      style={{ '--slot': slot, '--days': length } as CSSProperties}
    >
      <CutLinesContext value={true}>
        <span className="planner-dot" aria-hidden="true" />
        {isStart && fields.start.fieldtype === 'Datetime' && <EntryTime value={record[fields.start.fieldname]} />}
        <EntryTitle record={record} titleId={titleId} isStop={isStop} />
        {isRoomy && card.who && (
          <span className="planner-who">
            <Cell field={card.who} record={record} />
          </span>
        )}
        <EntrySelect id={record.id} titleId={titleId} className="planner-select" />
      </CutLinesContext>
      {isEnd && canResize && canMove(record) && (
        <span className="planner-grip" data-record={record.id} aria-hidden="true" />
      )}
    </article>
  )
})

/** The time of a Datetime. */
function EntryTime({ value }: { value: unknown }) {
  const { formatTime } = useTimes()
  return typeof value === 'string' && <bdi className="planner-time numeric">{formatTime(value)}</bdi>
}
