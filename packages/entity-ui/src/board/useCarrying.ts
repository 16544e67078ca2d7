import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { type KeyboardEvent, useState } from 'react'
import type { Carried } from './carrying.ts'
import type { Move } from './useCardMove.ts'

interface CarryingOptions {
  /** The values of the columns, in their order. */
  keys: readonly (string | null)[]
  nameOf: (key: string | null) => string
  titleOf: (record: EntityRecord) => string
  onDrop: (move: Move) => void
  /** Gives the focus back to the card. */
  onReturned: (carried: Carried) => void
}

/** A card on its way, by pointer or by key; every step by key is announced (reference: screens, Board). */
export function useCarrying({ keys, nameOf, titleOf, onDrop, onReturned }: CarryingOptions) {
  const { t } = useI18n()
  const [carried, setCarried] = useState<Carried | null>(null)

  const lift = (record: EntityRecord, from: string | null, index: number, by: Carried['by']) => {
    setCarried({ record, from, to: from, by, index })
    if (by === 'key')
      announce(t('Carrying {0}. Arrows choose a column, Space drops, Escape returns.', [titleOf(record)]))
  }
  const moveTo = (to: string | null) => setCarried((now) => (now === null || now.to === to ? now : { ...now, to }))
  const drop = () => {
    setCarried(null)
    if (carried === null) return
    if (carried.to === carried.from) return onReturned(carried)
    onDrop(carried)
  }
  const cancel = () => {
    setCarried(null)
    if (carried === null) return
    announce(t('{0} stays in {1}', [titleOf(carried.record), nameOf(carried.from)]))
    onReturned(carried)
  }

  /** The keys while a card is carried by key; true when it took the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (carried?.by !== 'key') return false
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const along = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key]
    if (event.key === 'Tab' || event.key === 'Escape') cancel()
    else if (event.key === ' ' || event.key === 'Enter') drop()
    else if (along !== undefined) {
      const to = keys[Math.max(0, Math.min(keys.length - 1, keys.indexOf(carried.to) + along))]
      if (to === undefined) return true
      moveTo(to)
      announce(nameOf(to))
    } else if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') return true
    else return false
    return event.key !== 'Tab'
  }
  return { carried, lift, moveTo, drop, cancel, handleKey }
}
