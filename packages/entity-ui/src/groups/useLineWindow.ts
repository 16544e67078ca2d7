import { type RefObject, useEffect, useState } from 'react'
import type { LineTops } from './line-tops.ts'

/** Lines drawn beyond either end of the view. */
const overscan = 4

/** The first and the last line to draw of a list whose lines have several heights. */
export function useLineWindow(parentRef: RefObject<HTMLElement | null>, tops: LineTops) {
  const [view, setView] = useState({ first: 0, last: -1 })
  useEffect(() => {
    const area = parentRef.current
    if (!area) return
    const measure = () => {
      const first = Math.max(0, tops.indexAt(area.scrollTop) - overscan)
      const last = tops.indexAt(area.scrollTop + area.clientHeight) + overscan
      setView((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    measure()
    area.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    return () => {
      area.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [parentRef, tops])
  return view
}
