import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Height of a card with the gap below it, in pixels. */
export const tileRowHeight = 180
/** Minimum width of a card with the gap beside it, in pixels. */
const tileWidth = 284

/** Number of cards side by side in the element of the returned ref; 0 before it is measured. */
export function useColumns(): [number, RefObject<HTMLDivElement | null>] {
  const ref = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(0)
  useLayoutEffect(() => {
    const place = ref.current
    if (!place) return
    const measure = () => setColumns(Math.max(1, Math.floor((place.clientWidth - 16) / tileWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return [columns, ref]
}
