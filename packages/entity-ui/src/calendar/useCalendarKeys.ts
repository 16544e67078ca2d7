import { hasLetterKeys } from '@tavla/ui'
import type { KeyboardEvent } from 'react'
import { addDays, addMonths, type Day } from './days.ts'

interface CalendarKeysOptions {
  /** The first day of each week in sight. */
  begins: readonly Day[]
  isWeek: boolean
  /** Brings a day into sight and gives it the focus. */
  onGo: (day: Day) => void
  /** Lists the entries of a day, and gives them the focus. */
  onShow: (day: Day) => void
  onAdd: ((day: Day) => void) | undefined
  onLift: (id: string, day: Day) => void
  onSelect: ((id: string) => void) | undefined
}

/** Arrows move over the days, in a day first over its entries; Enter lists a day, Space lifts an entry, X selects it. */
export function useCalendarKeys({ begins, isWeek, onGo, onShow, onAdd, onLift, onSelect }: CalendarKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target : null
    const cell = target?.closest<HTMLElement>('[role=gridcell]')
    const day = cell?.dataset.day
    if (!target || !cell || day === undefined || event.defaultPrevented) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const id = target.dataset.record
    const links = [...cell.querySelectorAll<HTMLElement>('.record-link')]
    const next = nextLink(event.key, links, target, cell)
    const goal = goalOf(event, day, begins, isWeek)
    if (next) next.focus()
    else if (goal !== undefined) onGo(goal)
    else if (event.code === 'KeyX' && id !== undefined && onSelect && hasLetterKeys()) onSelect(id)
    else if (event.code === 'KeyN' && onAdd && hasLetterKeys()) onAdd(day)
    else if (event.key === ' ' && id !== undefined) onLift(id, day)
    else if ((event.key === ' ' || event.key === 'Enter') && target === cell) onShow(day)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The place before or after the focus within a day. */
function nextLink(key: string, links: readonly HTMLElement[], target: HTMLElement, cell: HTMLElement) {
  const at = links.indexOf(target)
  if (at < 0) return undefined
  if (key === 'ArrowDown') return links[at + 1]
  return key === 'ArrowUp' ? (links[at - 1] ?? cell) : undefined
}

function goalOf(event: KeyboardEvent<HTMLElement>, day: Day, begins: readonly Day[], isWeek: boolean): Day | undefined {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const begin = begins.findLast((first) => first <= day) ?? day
  switch (event.key) {
    case 'ArrowRight':
      return addDays(day, isRtl ? -1 : 1)
    case 'ArrowLeft':
      return addDays(day, isRtl ? 1 : -1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return begin
    case 'End':
      return addDays(begin, 6)
    case 'PageUp':
      return isWeek ? addDays(day, -7) : addMonths(day, -1)
    case 'PageDown':
      return isWeek ? addDays(day, 7) : addMonths(day, 1)
    default:
      return undefined
  }
}
