import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { RowFields } from './row-fields.ts'
import { type RowSlots, rowSlots } from './row-slots.ts'

/** Paddings of a row, and the widths of its box and picture, in pixels. */
const padding = 40
const box = 29
const picture = 48

/** The grid of a row's fields, for the current width of the list. */
export function useRowSlots(area: RefObject<HTMLElement | null>, fields: RowFields, hasBoxes: boolean): RowSlots {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => setWidth(element.offsetWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  const before = padding + (hasBoxes ? box : 0) + (fields.image ? picture : 0)
  const { kind, count, perLine, columns } = rowSlots(width, before, fields)
  // Memoised by its content, so that rows don't render again with each pixel.
  return useMemo(() => ({ kind, count, perLine, columns }), [kind, count, perLine, columns])
}
