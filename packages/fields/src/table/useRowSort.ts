import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { RowSorter } from './ui-row-sorter.ts'

/**
 * Reorders rows by pointer, and by keyboard on each row's handle: Alt+arrows move at once; Space lifts, arrows move,
 * Space drops, Escape cancels (reference: screens, Rows on screen).
 */
export function useRowSort(onMove: (from: number, to: number) => void) {
  const [sorter] = useState(() => new RowSorter())
  const heldIndex = useSyncExternalStore(sorter.subscribe, sorter.getHeldIndex)
  useLayoutEffect(() => sorter.settle(onMove))
  useEffect(() => sorter.stop, [sorter])

  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isLifted = sorter.isLifted(index)
    if (step !== 0 && (event.altKey || isLifted)) sorter.step(index, step)
    else if (event.key === ' ' || (event.key === 'Enter' && isLifted)) sorter.toggleLift(index)
    else if (event.key === 'Escape' && isLifted) sorter.takeBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    /** Ref of the element whose children are the rows. */
    attach: sorter.attach,
    heldIndex,
    step: (index: number, by: -1 | 1) => sorter.step(index, by),
    handleProps: (index: number) => ({
      'aria-pressed': heldIndex === index,
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) sorter.startDrag(index, event.clientY)
      },
      onKeyDown: (event: KeyboardEvent) => handleKey(event, index),
      onBlur: () => sorter.putDown(),
    }),
  }
}
