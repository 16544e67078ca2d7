import { type RefObject, useLayoutEffect, useState } from 'react'
import type { TableColumns } from './table-columns.ts'

/** Indexes of the columns to draw beside the pinned ones. */
export interface ColumnWindow {
  first: number
  end: number
}

/** Columns drawn on either side of the visible ones. */
const overscan = 2

/** The columns in sight of the area that scrolls. */
export function useColumnWindow(area: RefObject<HTMLElement | null>, columns: TableColumns): ColumnWindow {
  const [view, setView] = useState<ColumnWindow>({ first: 0, end: 0 })
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => {
      // From right to left the browser counts from zero down.
      const next = columnsInSight(columns, Math.abs(element.scrollLeft), element.clientWidth)
      setView((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [area, columns])
  return view
}

/** The columns that scroll and are in sight, with some on either side. */
export function columnsInSight(
  { all, pinned, pinnedEnd }: TableColumns,
  scrolled: number,
  width: number,
): ColumnWindow {
  let first = pinned
  while (first < all.length && endOf(all[first]) <= scrolled + pinnedEnd) first++
  let end = first
  while (end < all.length && (all[end]?.start ?? 0) < scrolled + width) end++
  return { first: Math.max(pinned, first - overscan), end: Math.min(all.length, end + overscan) }
}

const endOf = (column: { start: number; width: number } | undefined) => (column ? column.start + column.width : 0)
