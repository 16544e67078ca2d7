import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { type KeyboardEvent, useState } from 'react'
import type { Day } from './days.ts'
import type { Shift } from './shift.ts'

/** An entry on its way to other days. */
export interface CarriedEntry {
  record: EntityRecord
  by: 'key' | 'pointer'
  /** The day on which it was taken. */
  from: Day
  shift: Shift
}

interface EntryCarryingOptions {
  titleOf: (record: EntityRecord) => string
  /** The days on which a record would stand, in words. */
  daysText: (record: EntityRecord, shift: Shift) => string
  /** True if the end of a record can be moved alone. */
  canResize: boolean
  /** Brings the day on which the entry begins now into sight. */
  onStep: (carried: CarriedEntry) => void
  onDrop: (carried: CarriedEntry) => void
  /** Gives the focus back to the entry. */
  onReturned: (carried: CarriedEntry) => void
}

/** An entry on its way, by pointer or by key; every step by key is announced (reference: screens, Calendar). */
export function useEntryCarrying(options: EntryCarryingOptions) {
  const { titleOf, daysText, canResize, onStep, onDrop, onReturned } = options
  const { t } = useI18n()
  const [carried, setCarried] = useState<CarriedEntry | null>(null)

  const lift = (record: EntityRecord, from: Day, by: CarriedEntry['by']) => {
    setCarried({ record, from, by, shift: noShift })
    if (by === 'key') announce(t('Carrying {0}. Arrows choose a day, Space drops, Escape returns.', [titleOf(record)]))
  }
  const shiftTo = (shift: Shift) =>
    setCarried((now) =>
      now === null || (now.shift.start === shift.start && now.shift.end === shift.end) ? now : { ...now, shift },
    )
  const drop = () => {
    setCarried(null)
    if (carried === null) return
    if (carried.shift.start === 0 && carried.shift.end === 0) return onReturned(carried)
    onDrop(carried)
  }
  const cancel = () => {
    setCarried(null)
    if (carried === null) return
    announce(t('{0} stays on {1}', [titleOf(carried.record), daysText(carried.record, noShift)]))
    onReturned(carried)
  }

  /** The keys while an entry is carried by key; true when it took the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (carried?.by !== 'key') return false
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const days = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    if (event.key === 'Tab' || event.key === 'Escape') cancel()
    else if (event.key === ' ' || event.key === 'Enter') drop()
    else if (days !== undefined) {
      const { start, end } = carried.shift
      const shift = event.shiftKey && canResize ? { start, end: end + days } : { start: start + days, end: end + days }
      setCarried({ ...carried, shift })
      announce(daysText(carried.record, shift))
      onStep({ ...carried, shift })
    } else if (event.key !== 'Home' && event.key !== 'End' && !event.key.startsWith('Page')) return false
    return event.key !== 'Tab'
  }
  return { carried, lift, shiftTo, drop, cancel, handleKey }
}

const noShift: Shift = { start: 0, end: 0 }
