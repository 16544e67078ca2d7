import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { type RailSlots, railSlots } from './rail-slots.ts'
import { type RowColumns, rowColumns } from './row-columns.ts'
import type { RowFields } from './row-fields.ts'
import type { RowSlots } from './row-slots.ts'
import { useRowSlots } from './useRowSlots.ts'

/** How a list draws its rows: on lines with labels, in columns under a head, or in the places of a rail. */
export type RowForm = RowSlots | RowColumns | RailSlots

interface RowFormOptions {
  hasBoxes: boolean
  /** True while a record is open beside the list. */
  isBeside: boolean
  /** Names of the fields that the rows' own words contain already, with commas between them. */
  told: string | undefined
}

/** Width in pixels from which a list has columns. */
const wide = 900

/** Paddings of a row, and the widths of its box, its picture and the bar that scrolls, in pixels. */
const padding = 40
const box = 37
const picture = 56
const bar = 16

/** The form of a list's rows for its current width, known before its first paint. */
export function useRowForm(area: RefObject<HTMLElement | null>, fields: RowFields, options: RowFormOptions): RowForm {
  const { hasBoxes, isBeside, told } = options
  const lines = useRowSlots(area, fields, hasBoxes)
  const width = useWidth(area, isBeside)
  const before = padding + bar + (hasBoxes ? box : 0) + (fields.image ? picture : 0)
  const rail = useMemo(() => railSlots(fields, told?.split(',')), [fields, told])
  const columns = useMemo(() => rowColumns(width - before, fields, told?.split(',')), [width, before, fields, told])
  if (isBeside) return rail
  return width < wide ? lines : columns
}

/** The list's width, in steps, so that rows don't render again with each pixel. */
function useWidth(area: RefObject<HTMLElement | null>, isBeside: boolean): number {
  const [width, setWidth] = useState(0)
  // A record that closes gives its room back within the same frame.
  useLayoutEffect(() => {
    const element = area.current
    if (!element || isBeside) return
    const measure = () => setWidth(Math.floor(element.offsetWidth / step) * step)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area, isBeside])
  return width
}

const step = 20
