import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { openHeight } from '../list/useRovingRows.ts'
import type { GridPlace } from './grid-place.ts'
import type { TableColumns } from './table-columns.ts'
import { tableSizes } from './table-sizes.ts'

interface GridPlaceOptions {
  area: RefObject<HTMLElement | null>
  ids: readonly string[]
  columns: TableColumns
  /** Height in pixels of what covers the first row in sight below the head. */
  cover?: number
}

/**
 * The one cell of the table that is a tab stop, and the other corner of the block around it. It stays with its record
 * when rows move.
 */
export function useGridPlace({ area, ids, columns, cover = 0 }: GridPlaceOptions) {
  const [held, setHeld] = useState<GridPlace & { id: string | undefined }>({ row: 0, column: 0, id: undefined })
  const [corner, setCorner] = useState<GridPlace | null>(null)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const wantsFocus = useRef(false)
  const place: GridPlace = {
    row: held.row < 0 ? -1 : Math.max(0, Math.min(ids.length - 1, rowOf(ids, held))),
    column: Math.min(held.column, columns.all.length - 1),
  }

  // The cell may have to be drawn first.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = area.current && cellAt(area.current, place)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const hold = (next: GridPlace) => setHeld({ ...next, id: ids[next.row] })
  const goTo = (next: GridPlace, isBlock = false) => {
    if (area.current) scrollTo(area.current, next, columns, cover)
    wantsFocus.current = true
    hold(next)
    setCorner(isBlock ? (corner ?? place) : null)
    // The focus may have been elsewhere in the meantime.
    draw()
  }
  return { place, corner, goTo, hold, endBlock: () => setCorner(null) }
}

const rowOf = (ids: readonly string[], { row, id }: GridPlace & { id: string | undefined }): number => {
  if (id === undefined || ids[row] === id) return row
  const at = ids.indexOf(id)
  return at < 0 ? row : at
}

/** The drawn cell at a place; in the row of a group's head its button. */
export function cellAt(area: Element, { row, column }: GridPlace): HTMLElement | null {
  const line = area.querySelector(`[aria-rowindex="${row + 2}"]`)
  return (
    line?.querySelector(line.matches('.sheet-group') ? '.group-toggle' : `:scope > [aria-colindex="${column + 2}"]`) ??
    null
  )
}

/** The place of the cell around an element. */
export function placeOf(element: EventTarget | null): GridPlace | undefined {
  const cell = element instanceof Element ? element.closest('[aria-colindex]') : null
  const row = cell?.parentElement?.getAttribute('aria-rowindex')
  return cell && row ? { row: Number(row) - 2, column: Number(cell.getAttribute('aria-colindex')) - 2 } : undefined
}

/** Scrolls by as little as brings the cell into sight, beside the pinned columns and between head and foot. */
function scrollTo(area: HTMLElement, { row, column }: GridPlace, columns: TableColumns, cover: number): void {
  const { all, pinned, pinnedEnd } = columns
  const top = row * tableSizes.row
  const height = openHeight(area) - tableSizes.head - tableSizes.row
  if (row >= 0 && top - cover < area.scrollTop) area.scrollTop = top - cover
  else if (row >= 0 && top + tableSizes.row > area.scrollTop + height) area.scrollTop = top + tableSizes.row - height
  const target = all[column]
  if (!target || column < pinned) return
  const isRtl = getComputedStyle(area).direction === 'rtl'
  const left = Math.abs(area.scrollLeft)
  const end = target.start + target.width
  const wanted =
    target.start < left + pinnedEnd
      ? target.start - pinnedEnd
      : end > left + area.clientWidth
        ? end - area.clientWidth
        : left
  if (wanted !== left) area.scrollLeft = isRtl ? -wanted : wanted
}
