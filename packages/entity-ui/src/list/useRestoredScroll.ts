import type { EntityState } from '@tavla/client'
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** The scroll position of a list: the current list updates it, and the next list in its place restores it. */
export interface ListPlace {
  /** Pixels scrolled away above. */
  top: number
  /** Visible height in pixels. */
  height: number
}

interface RestoreOptions {
  parentRef: RefObject<HTMLElement | null>
  place: ListPlace | undefined
  /** True when the number of records per row is known. */
  isMeasured: boolean
}

/**
 * Scrolls a list to its former position as soon as the rows for it are there. Returns that position, and
 * whether it is still waiting.
 */
export function useRestoredScroll({ listInfo, isLoading }: EntityState, options: RestoreOptions) {
  const { parentRef, place, isMeasured } = options
  const [left] = useState(() => (place && place.top > 0 && !listInfo.resetScroll ? { ...place } : null))
  const goal = useRef(left)
  const isOnTheWay = useCallback(() => goal.current !== null, [])
  const hasRead = useRef(false)

  const goThere = useEffectEvent(() => {
    const area = parentRef.current
    const top = goal.current?.top ?? 0
    // Behind an open record on a phone the list has no height yet.
    if (goal.current === null || !area || !isMeasured || area.clientHeight === 0) return
    const isHeld = area.scrollHeight >= top + area.clientHeight
    // A list that has become shorter scrolls to its end.
    if (!isHeld && (isLoading || !hasRead.current)) return
    area.scrollTop = top
    goal.current = null
  })
  useLayoutEffect(() => {
    if (listInfo.resetScroll) goal.current = null
    if (isLoading) hasRead.current = true
    goThere()
  })
  useLayoutEffect(() => {
    const area = parentRef.current
    if (!area || goal.current === null) return
    const observer = new ResizeObserver(() => goThere())
    observer.observe(area)
    return () => observer.disconnect()
  }, [parentRef])

  return { left, isOnTheWay }
}
