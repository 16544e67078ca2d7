import { type RefObject, useLayoutEffect, useRef } from 'react'

interface ActiveInViewOptions {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row of cards, in pixels. */
  size: number
  columns: number
  /** Index of the active card; -1 for none. */
  place: number
}

/** Keeps the active card visible when the number of columns changes, as when a record opens beside the cards. */
export function useActiveInView({ parentRef, size, columns, place }: ActiveInViewOptions): void {
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
