import { hasLetterKeys } from '@tavla/ui'
import type { KeyboardEvent, RefObject } from 'react'
import type { LaneHandle } from './BoardLane.tsx'

interface BoardKeysOptions {
  /** The values of the open columns, in their order. */
  keys: readonly (string | null)[]
  handles: RefObject<Map<string | null, LaneHandle>>
  onSelect: ((id: string) => void) | undefined
}

/** Left and Right move between the columns, past those without cards, and X selects; each column has its own keys. */
export function useBoardKeys({ keys, handles, onSelect }: BoardKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target : null
    const id = target?.dataset.record
    const column = target?.closest<HTMLElement>('[data-column]')?.dataset.column
    if (event.defaultPrevented || id === undefined || column === undefined) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.code === 'KeyX' && onSelect && hasLetterKeys()) {
      event.preventDefault()
      return onSelect(id)
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = (event.key === 'ArrowRight') === isRtl ? -1 : 1
    const index = Number(target?.closest('li')?.getAttribute('aria-posinset') ?? 1) - 1
    for (let at = keys.indexOf(JSON.parse(column)) + step; at >= 0 && at < keys.length; at += step) {
      if (handles.current.get(keys[at] ?? null)?.focusAt(index)) return
    }
  }
}
