import { useMemo } from 'react'
import { CalendarDay } from './CalendarDay.tsx'
import { calendarSizes } from './calendar-sizes.ts'
import { useDayNames } from './day-names.ts'
import type { Day } from './days.ts'
import { type CalendarEntry, planWeek } from './segments.ts'
import { useSize } from './useSize.ts'

export interface CalendarGridProps {
  weeks: readonly (readonly Day[])[]
  entries: readonly CalendarEntry[]
  counts: ReadonlyMap<Day, number>
  /** The month whose days are its own; undefined where all are. */
  month: string | undefined
  labelledBy: string
  describedBy: string | undefined
  /** The day that keys begin at. */
  stop: Day
  chosen: Day | null
  /** The days on which a carried entry would stand. */
  over: readonly [Day, Day] | null
  /** Days hold dots instead of entries. */
  isCompact: boolean
  /** Entries have a second line. */
  isRoomy: boolean
  isLoading: boolean
  onShow: (day: Day) => void
}

/** The days of a month or a week under the names of their weekdays. */
export function CalendarGrid(props: CalendarGridProps) {
  const { weeks, entries, counts, month, stop, chosen, over, isCompact, isRoomy, onShow } = props
  const names = useDayNames()
  const [size, ref] = useSize<HTMLDivElement>()
  const height = Math.max(calendarSizes.week, (size.height - calendarSizes.head) / weeks.length)
  const rows = Math.floor((height - calendarSizes.number) / (isRoomy ? calendarSizes.roomy : calendarSizes.block))
  const plans = useMemo(
    () => weeks.map((days) => planWeek(days, entries, rows, counts)),
    [weeks, entries, rows, counts],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: entries reach over several days, which a table does not allow
    <div
      ref={ref}
      className="planner-grid"
      data-compact={isCompact || undefined}
      data-roomy={isRoomy || undefined}
      role="grid"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-busy={props.isLoading}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus is on the days */}
      <div role="row" className="planner-week-head">
        {weeks[0]?.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: as the grid
          // biome-ignore lint/a11y/useFocusableInteractive: as its row
          <div key={day} role="columnheader">
            <span className="visually-hidden">{names.weekday(day, 'long')}</span>
            <span aria-hidden="true">{names.weekday(day, isCompact ? 'narrow' : 'short')}</span>
          </div>
        ))}
      </div>
      {plans.map((plan) => (
        // biome-ignore lint/a11y/useSemanticElements: as the grid
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the days
        <div key={plan[0]?.day} role="row" className="planner-week">
          {plan.map((one) => (
            <CalendarDay
              key={one.day}
              plan={one}
              count={Math.max(counts.get(one.day) ?? 0, entriesOn(one.day, entries).length)}
              dots={isCompact ? entriesOn(one.day, entries) : null}
              isOutside={month !== undefined && !one.day.startsWith(month)}
              isStop={one.day === stop}
              isChosen={one.day === chosen}
              isOver={over !== null && over[0] <= one.day && one.day <= over[1]}
              isRoomy={isRoomy}
              onShow={onShow}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const entriesOn = (day: Day, entries: readonly CalendarEntry[]) =>
  entries.filter(({ first, last }) => first <= day && day <= last)
