import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Part of the window's height above and below it within which rows are near. */
const margin = 0.5

/** Whether a row is on screen or near it; once it was, it stays so, and what is begun there is kept. */
export function useNearRow(isWanted: boolean): { place: RefObject<HTMLLIElement | null>; isNear: boolean } {
  const place = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(isWanted)
  if (isWanted && !isNear) setNear(true)
  // Before the first painting, so that a row that comes beside the focus can take it.
  useLayoutEffect(() => {
    if (place.current && isWithinReach(place.current)) setNear(true)
  }, [])
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && setNear(true), {
      scrollMargin: `${margin * 100}%`,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return { place, isNear }
}

/** A row of a tab that is not open has no height, and is far. */
function isWithinReach(row: HTMLElement): boolean {
  const { top, bottom, height } = row.getBoundingClientRect()
  return height > 0 && bottom > -margin * innerHeight && top < (1 + margin) * innerHeight
}
