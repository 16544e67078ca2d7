import type { EntityState, EntityStore } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useCardDrag } from '../board/useCardDrag.ts'
import { titleText } from '../list/row-fields.ts'
import type { CalendarParts } from './calendar-context.ts'
import { useDayNames } from './day-names.ts'
import { type Day, daysBetween } from './days.ts'
import { type Shift, shiftedDays } from './shift.ts'
import type { CalendarEntries } from './useCalendarEntries.ts'
import { useEntryCarrying } from './useEntryCarrying.ts'
import { useEntryMove } from './useEntryMove.ts'

interface SheetMovesOptions {
  state: EntityState
  store: EntityStore
  parts: Omit<CalendarParts, 'carried'>
  read: CalendarEntries
  /** Brings a day into sight. */
  goTo: (day: Day) => void
  /** Gives the focus to the first element that a selector finds. */
  focusOn: (selector: string) => void
}

/** The moves of entries in a month or week: by mouse, by finger and by key, whole or by their end alone. */
export function useSheetMoves({ state, store, parts, read, goTo, focusOn }: SheetMovesOptions) {
  const { fields, card, canMove, canResize } = parts
  const { entries, laneFor } = read
  const names = useDayNames()
  /** The entry that a move left with the focus. */
  const focusEntry = ({ id }: EntityRecord) => focusOn(`.record-link[data-record="${CSS.escape(id)}"]`)
  const daysText = (record: EntityRecord, shift: Shift = noShift) => {
    const [first, last] = shiftedDays(record, fields, shift)
    return first === last ? names.day(first) : names.range(first, last)
  }
  const move = useEntryMove({ state, store, fields, laneFor, daysText })
  const carrying = useEntryCarrying({
    titleOf: (record) => titleText(record, card.title),
    ...{ daysText, canResize },
    onStep({ record, shift }) {
      const [first, last] = shiftedDays(record, fields, shift)
      const day = shift.start === shift.end ? first : last
      goTo(day)
      focusOn(dayCell(day))
    },
    onDrop({ record, shift }) {
      focusEntry(record)
      // After a refusal the entry stands on its former days.
      void move(record, shift).then((isDone) => isDone || focusEntry(record))
    },
    onReturned({ record, by }) {
      if (by === 'pointer') return
      goTo(shiftedDays(record, fields, noShift)[0])
      focusEntry(record)
    },
  })
  const { carried, lift, shiftTo } = carrying
  const liftBy = (by: 'key' | 'pointer') => (id: string, day: Day) => {
    const record = entries.find((entry) => entry.record.id === id)?.record
    if (!record || !canMove(record)) return false
    lift(record, day, by)
    return true
  }
  const dragging = {
    isEnabled: true,
    place: 'day',
    onLift: liftBy('pointer'),
    onDrop: carrying.drop,
    onCancel: carrying.cancel,
  }
  const daysTo = (day: Day) => (carried ? daysBetween(carried.from, day) : 0)
  const whole = useCardDrag({
    ...dragging,
    card: '.planner-block, .planner-row',
    onMove: (day) => shiftTo({ start: daysTo(day), end: daysTo(day) }),
  })
  const end = useCardDrag({
    ...dragging,
    card: '.planner-grip',
    onMove: (day) => shiftTo({ start: 0, end: daysTo(day) }),
  })
  return {
    carried,
    /** Where a carried entry would stand. */
    over: carried && shiftedDays(carried.record, fields, carried.shift),
    /** The element that follows the pointer; undefined while none is carried. */
    preview: whole.isCarrying && carried ? whole.preview : undefined,
    liftByKey: liftBy('key'),
    handleKey(event: KeyboardEvent<HTMLElement>) {
      if (!carrying.handleKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    handlePress(event: PointerEvent<HTMLElement>) {
      const isEnd = event.target instanceof Element && event.target.classList.contains('planner-grip')
      if (isEnd) end.onPointerDown(event)
      else whole.onPointerDown(event)
    },
  }
}

export const dayCell = (day: Day): string => `[role=gridcell][data-day="${day}"]`

const noShift: Shift = { start: 0, end: 0 }
