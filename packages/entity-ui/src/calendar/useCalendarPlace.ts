import type { EntityStore } from '@tavla/client'
import { useMemo, useReducer } from 'react'
import {
  addDays,
  addMonths,
  type Day,
  monthBegin,
  monthEnd,
  monthWeeks,
  type WeekStart,
  weekBegin,
  weekDays,
} from './days.ts'

export const calendarModes = ['month', 'week', 'agenda'] as const
export type CalendarMode = (typeof calendarModes)[number]

interface Place {
  mode: CalendarMode
  /** A day of the month or week in sight. */
  anchor: Day
  /** The day that keys begin at, and whose entries a small calendar lists. */
  day: Day
}

/** The place that each calendar showed last, until the page is loaded anew. */
const places = new WeakMap<EntityStore, Place>()

const key = 'tavla.calendar'

/** The days that a calendar shows: those it showed last, else those around today, in the way this browser chose last. */
export function useCalendarPlace(store: EntityStore, today: Day, start: WeekStart) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const place = places.get(store) ?? { mode: keptMode(), anchor: today, day: today }
  const change = (next: Partial<Place>) => {
    places.set(store, { ...place, ...next })
    draw()
  }
  const { mode, anchor } = place
  const weeks = useMemo(() => weeksOf(mode, anchor, start), [mode, anchor, start])
  const isInSight = (day: Day) => weeks.some((days) => days.includes(day))
  const show = (day: Day) => change({ anchor: day, day })
  return {
    ...place,
    weeks,
    /** Where keys begin: the person's day, else today, else the first day in sight. */
    stop: [place.day, today].find(isInSight) ?? (mode === 'week' ? (weeks[0]?.[0] ?? anchor) : monthBegin(anchor)),
    /** Makes a day the person's, and shows other days where it is out of sight. */
    goTo: (day: Day) => (isInSight(day) ? change({ day }) : show(day)),
    show,
    /** Shows the month or week before or after. */
    step: (by: -1 | 1) => show(mode === 'week' ? addDays(anchor, 7 * by) : addMonths(anchor, by)),
    setMode(next: CalendarMode) {
      localStorage.setItem(key, next)
      change({ mode: next, anchor: isInSight(place.day) ? place.day : anchor })
    },
  }
}

const keptMode = (): CalendarMode => calendarModes.find((mode) => mode === localStorage.getItem(key)) ?? 'month'

/** The weeks in sight; the agenda has the days of the month alone. */
function weeksOf(mode: CalendarMode, anchor: Day, start: WeekStart): Day[][] {
  if (mode === 'month') return monthWeeks(anchor, start)
  if (mode === 'week') return [weekDays(weekBegin(anchor, start))]
  const days: Day[] = []
  for (let day = monthBegin(anchor); day <= monthEnd(anchor) && days.length < 31; day = addDays(day, 1)) days.push(day)
  return [days]
}
