import type { EntityState } from '@tavla/client'
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Where a list stands: kept current by the list that has it, and taken up by the next one that gets it. */
export interface ListPlace {
  /** Pixels scrolled away above. */
  top: number
  /** Pixels in sight. */
  height: number
}

interface ComeBack {
  parentRef: RefObject<HTMLElement | null>
  place: ListPlace | undefined
  /** It is known how many records a row has. */
  isMeasured: boolean
}

/**
 * Brings a list to where its reader left it, as soon as the rows for that are there. Gives where that was, and whether the
 * list is still on its way.
 */
export function useComeBack({ listInfo, isLoading }: EntityState, options: ComeBack) {
  const { parentRef, place, isMeasured } = options
  const [left] = useState(() => (place && place.top > 0 && !listInfo.resetScroll ? { ...place } : null))
  const goal = useRef(left)
  const isOnTheWay = useCallback(() => goal.current !== null, [])
  const hasRead = useRef(false)

  const goThere = useEffectEvent(() => {
    const area = parentRef.current
    const top = goal.current?.top ?? 0
    // Behind an open record on a phone it has no height yet.
    if (goal.current === null || !area || !isMeasured || area.clientHeight === 0) return
    const isHeld = area.scrollHeight >= top + area.clientHeight
    // A list that has become shorter stands at its end.
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
