import type { EntityState, EntityStore } from '@tavla/client'
import { laneOf } from '@tavla/client/lanes'
import { Text } from '@tavla/i18n/react'
import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useMemo,
  useState,
} from 'react'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { CalendarDayPanel } from './CalendarDayPanel.tsx'
import { CalendarGrid } from './CalendarGrid.tsx'
import { CalendarContext, type CalendarParts } from './calendar-context.ts'
import { entryOrder, standingIn } from './calendar-query.ts'
import { calendarSizes } from './calendar-sizes.ts'
import { type Day, monthBegin } from './days.ts'
import { useCalendarEntries } from './useCalendarEntries.ts'
import { useCalendarKeys } from './useCalendarKeys.ts'
import type { useCalendarPlace } from './useCalendarPlace.ts'
import { dayCell, useSheetMoves } from './useSheetMoves.ts'
import { useSize } from './useSize.ts'
import { useWantedFocus } from './useWantedFocus.ts'

interface CalendarSheetProps {
  state: EntityState
  store: EntityStore
  parts: Omit<CalendarParts, 'carried'>
  place: ReturnType<typeof useCalendarPlace>
  /** Fieldnames that entries need. */
  needed: readonly string[]
  titleId: string
  /** Adds a record on a day, if the person may. */
  onAdd: ((day: Day) => void) | undefined
}

/** A month or a week, in which entries are carried from day to day, and the list of one day beside or below it. */
export function CalendarSheet({ state, store, parts, place, needed, titleId, onAdd }: CalendarSheetProps) {
  const { fields, card, onSelect } = parts
  const { weeks, mode, stop, goTo } = place
  const hintId = useId()
  const [size, area] = useSize<HTMLDivElement>()
  const isCompact = size.width > 0 && size.width < calendarSizes.compact
  const [opened, setOpened] = useState<Day | null>(null)
  const listed = isCompact ? stop : opened
  const days = useMemo(() => weeks.flat(), [weeks])
  const read = useCalendarEntries({ store, fields, days, needed })
  const { entries, counts, isLoading, failed } = read
  const { focusOn, forget } = useWantedFocus(area)
  const moves = useSheetMoves({ state, store, parts, read, goTo, focusOn })
  const { carried, over, preview } = moves
  const show = (day: Day) => {
    goTo(day)
    setOpened(day)
    focusOn('.planner-panel .record-link, .planner-panel-add')
  }
  const close = () => {
    setOpened(null)
    focusOn(dayCell(stop))
  }
  const handleKeys = useCalendarKeys({
    begins: weeks.map(([begin = '']) => begin),
    isWeek: mode === 'week',
    onGo(day) {
      goTo(day)
      focusOn(dayCell(day))
    },
    onShow: show,
    ...{ onAdd, onSelect },
    onLift: moves.liftByKey,
  })
  const handlers = {
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
      forget()
      moves.handleKey(event)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Escape' && opened !== null && !isCompact && !event.defaultPrevented) {
        event.preventDefault()
        close()
      } else handleKeys(event)
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
      const day = cell?.dataset.day
      if (day === undefined) return
      if (isCompact) goTo(day)
      // A press on the free place of a day, not on its entries.
      else if (event.target === cell) onAdd?.(day)
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      forget()
      moves.handlePress(event)
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      const day = event.target.closest<HTMLElement>('[role=gridcell]')?.dataset.day
      if (day !== undefined && day !== place.day && !carried) goTo(day)
    },
    // A link under the pointer would be carried to the address bar.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  }
  return (
    <CalendarContext value={{ ...parts, carried }}>
      {onSelect && (
        <p id={hintId} hidden>
          <Text source="Space moves a record to another day; Shift and an arrow move its end." />
        </p>
      )}
      <div
        ref={area}
        className="planner-body"
        data-carrying={carried?.by}
        data-compact={isCompact || undefined}
        {...handlers}
      >
        <CalendarGrid
          {...{ weeks, entries, counts, stop, over, isCompact, isLoading }}
          month={mode === 'month' ? monthBegin(place.anchor).slice(0, 7) : undefined}
          labelledBy={titleId}
          describedBy={onSelect && hintId}
          chosen={listed}
          isRoomy={mode === 'week' && !isCompact && card.who !== undefined}
          onShow={show}
        />
        {listed !== null && (
          <CalendarDayPanel
            day={listed}
            lane={laneOf(store, {
              where: standingIn(fields, { from: listed, to: listed }),
              fields: needed,
              orderBy: entryOrder(fields),
            })}
            onAdd={onAdd && (() => onAdd(listed))}
            onClose={isCompact ? undefined : close}
            onClear={state.selected.length > 0 ? store.clearSelection : undefined}
          />
        )}
        {failed && <ReadFailed {...failed} />}
        {preview && carried && (
          <div ref={preview} className="planner-carried" aria-hidden="true">
            <span className="record-link">
              <RecordTitle record={carried.record} field={card.title} />
            </span>
          </div>
        )}
      </div>
    </CalendarContext>
  )
}
