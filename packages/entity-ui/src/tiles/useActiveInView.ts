import { type RefObject, useLayoutEffect, useRef } from 'react'

interface ActiveInView {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row of cards, in pixels. */
  size: number
  columns: number
  /** The active card's place among all; -1 for none. */
  place: number
}

/** When cards get another number of columns, as beside a record that opens, the active one stays where it can be seen. */
export function useActiveInView({ parentRef, size, columns, place }: ActiveInView): void {
  const shown = useRef(columns)
  useLayoutEffect(() => {
    const area = parentRef.current
    if (shown.current === columns || !area) return
    shown.current = columns
    if (place < 0) return
    const top = Math.floor(place / columns) * size
    if (top < area.scrollTop) area.scrollTop = top
    else if (top + size > area.scrollTop + area.clientHeight) area.scrollTop = top + size - area.clientHeight
  })
}
