import { type RefObject, useEffect, useRef, useState } from 'react'

export interface FixedRows<Element extends HTMLElement> {
  /** Ref of the element that scrolls. */
  parentRef: RefObject<Element | null>
  /** Height of all rows, in pixels. */
  total: number
  /** The rows to draw and the distance of each from the top, in pixels. */
  items: { index: number; start: number }[]
  /** Index of the last row in view, without overscan; -1 before the first measure. */
  lastVisible: number
}

/** Windowing for rows of one fixed height in pixels (reference: screens, Lists). */
export function useFixedRows<Element extends HTMLElement = HTMLDivElement>(
  count: number,
  size: number,
  overscan = 4,
): FixedRows<Element> {
  const parentRef = useRef<Element>(null)
  const [view, setView] = useState({ first: 0, end: 0, lastVisible: -1 })

  useEffect(() => {
    const parent = parentRef.current
    if (!parent) return
    const measure = () => {
      const bottom = Math.min(count, Math.ceil((parent.scrollTop + parent.clientHeight) / size))
      const first = Math.max(0, Math.floor(parent.scrollTop / size) - overscan)
      const next = { first, end: Math.min(count, bottom + overscan), lastVisible: bottom - 1 }
      setView((now) =>
        now.first === next.first && now.end === next.end && now.lastVisible === next.lastVisible ? now : next,
      )
    }
    measure()
    parent.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => {
      parent.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [count, size, overscan])

  const items = Array.from({ length: Math.max(0, view.end - view.first) }, (_, offset) => ({
    index: view.first + offset,
    start: (view.first + offset) * size,
  }))
  return { parentRef, total: count * size, items, lastVisible: view.lastVisible }
}
