import type { EntityState, EntityStore } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { changeColumn, chosenColumns, placeColumns, type TableColumns } from './table-columns.ts'
import { useColumnDrag } from './useColumnDrag.ts'
import { useColumnSteps } from './useColumnSteps.ts'
import { useColumnWindow } from './useColumnWindow.ts'

/** The columns of a table at the present width of its area, those to draw, and what is done to them. */
export function useTableColumns(state: EntityState, store: EntityStore, area: RefObject<HTMLElement | null>) {
  const { meta, columns: own, listInfo } = state
  const { t } = useI18n()
  const room = useWidth(area)
  const shown = useMemo(() => chosenColumns({ columns: own, meta }), [own, meta])
  const steps = useColumnSteps(state, store, shown, meta)
  const gutter = gutterWidth(listInfo.totalCount, meta?.doc_meta.permissions.write === 1)
  const place = useMemo(
    () => (drawn: typeof shown) => (meta ? placeColumns(drawn, meta, { width: room, gutter, say: t }) : none),
    [meta, room, gutter, t],
  )
  const resting = useMemo(() => place(shown), [place, shown])
  const { drag, handlers, hasMoved } = useColumnDrag({
    area,
    columns: resting,
    onResize: steps.resize,
    onMove: steps.move,
  })
  const columns = useMemo(
    () => (drag?.kind === 'resize' ? place(changeColumn(shown, drag.fieldname, { width: drag.width })) : resting),
    [drag, place, shown, resting],
  )
  const view = useColumnWindow(area, columns)
  return { columns, view, steps, gutter, drag, dragHandlers: handlers, isClick: () => !hasMoved() }
}

const none: TableColumns = { all: [], pinned: 0, pinnedEnd: 0, total: 0 }

/** Room for the box and for the number of the last row. */
const gutterWidth = (rows: number, hasBoxes: boolean): number =>
  Math.max(hasBoxes ? 72 : 48, (hasBoxes ? 45 : 28) + String(Math.max(rows, 1)).length * 9)

/** Width of an element without its scroll bar, in pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const area = element.current
    if (!area) return
    const measure = () => setWidth(area.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    return () => observer.disconnect()
  }, [element])
  return width
}
