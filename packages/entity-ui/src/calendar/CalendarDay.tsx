import { useI18n } from '@tavla/i18n/react'
import { memo } from 'react'
import { CalendarBlock } from './CalendarBlock.tsx'
import { useCalendarParts } from './calendar-context.ts'
import { useDayNames } from './day-names.ts'
import type { Day } from './days.ts'
import { entryLook } from './entry-look.ts'
import type { CalendarEntry, DayPlan } from './segments.ts'

export interface CalendarDayProps {
  plan: DayPlan
  /** Number of entries of this day. */
  count: number
  /** The entries that dots stand for, where there is no room for more; null where there is. */
  dots: readonly CalendarEntry[] | null
  isOutside: boolean
  isStop: boolean
  isChosen: boolean
  /** A carried entry would stand here. */
  isOver: boolean
  isRoomy: boolean
  /** Shows all entries of the day. */
  onShow: (day: Day) => void
}

/** One day of a month or week, with the entries that begin in it or reach into its week. */
export const CalendarDay = memo(function CalendarDay(props: CalendarDayProps) {
  const { plan, count, dots, isOutside, isStop, isChosen, isOver, isRoomy, onShow } = props
  const { t, formatNumber } = useI18n()
  const { today } = useCalendarParts()
  const names = useDayNames()
  const { day, segments, hidden } = plan
  const date = day.slice(8).replace(/^0/, '')
  const records = `${formatNumber(count)} ${t('{0, plural, one {Record} other {Records}}', [count])}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    <div
      role="gridcell"
      className="planner-day"
      data-day={day}
      data-outside={isOutside || undefined}
      data-chosen={isChosen || undefined}
      data-over={isOver || undefined}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
    >
      {dots ? (
        <>
          <span className="planner-number" aria-hidden="true">
            {date}
          </span>
          <span className="visually-hidden">{`${names.day(day)}, ${records}`}</span>
          <span className="planner-dots" aria-hidden="true">
            {dots.slice(0, 3).map((entry) => (
              <Dot key={entry.record.id} entry={entry} />
            ))}
          </span>
        </>
      ) : (
        <>
          <button type="button" className="planner-number" tabIndex={-1} onClick={() => onShow(day)}>
            <span aria-hidden="true">{date === '1' ? names.dayOfMonth(day) : date}</span>
            <span className="visually-hidden">{t('Open {0}', [names.day(day)])}</span>
          </button>
          <span className="visually-hidden">{`, ${records}`}</span>
          {segments.map((segment) => (
            <CalendarBlock key={segment.entry.record.id} segment={segment} isStop={isStop} isRoomy={isRoomy} />
          ))}
          {hidden > 0 && (
            <button
              type="button"
              className="planner-more"
              tabIndex={-1}
              aria-label={t('{0} more', [formatNumber(hidden)])}
              onClick={() => onShow(day)}
            >
              <bdi dir="ltr">+{formatNumber(hidden)}</bdi>
            </button>
          )}
        </>
      )}
    </div>
  )
})

function Dot({ entry }: { entry: CalendarEntry }) {
  const { meta, state, today } = useCalendarParts()
  const { color } = entryLook(entry.record, entry.last, today, meta, state)
  return <span className="planner-dot state-tint" data-color={color} />
}
