import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { type TableColumns, withinWidths } from './table-columns.ts'

interface ColumnDragOptions {
  area: RefObject<HTMLElement | null>
  columns: TableColumns
  onResize(fieldname: string, width: number): void
  onMove(fieldname: string, to: string): void
}

/** A column that is being drawn wider, or moved to the place of another one. */
export type ColumnDrag = { fieldname: string } & ({ kind: 'resize'; width: number } | { kind: 'move'; to: string })

/** Pixels that the pointer moves before a press becomes a move. */
const slack = 6

/** Draws columns wider by the edge of their head, and moves them by the head itself. */
export function useColumnDrag({ area, columns, onResize, onMove }: ColumnDragOptions) {
  const [drag, draw] = useState<ColumnDrag | null>(null)
  /** The same, as of the last event: it may be ahead of what is drawn. */
  const latest = useRef<ColumnDrag | null>(null)
  const setDrag = (next: ColumnDrag | null) => {
    latest.current = next
    draw(next)
  }
  const press = useRef<{ x: number; fieldname: string; width: number; isEdge: boolean } | null>(null)
  /** The click that ends a move sorts nothing. */
  const hasMoved = useRef(false)

  const isRtl = () => area.current !== null && getComputedStyle(area.current).direction === 'rtl'

  const columnUnder = (x: number): string | undefined => {
    const box = area.current?.getBoundingClientRect()
    if (!box || !area.current) return undefined
    const inView = isRtl() ? box.right - x : x - box.left
    const left = Math.abs(area.current.scrollLeft)
    const isAt = ({ start, width, isPinned }: TableColumns['all'][number]) => {
      const from = isPinned ? start : start - left
      return inView >= from && inView < from + width
    }
    return (columns.all.find((one) => one.isPinned && isAt(one)) ?? columns.all.find(isAt))?.field.fieldname
  }

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    hasMoved.current = false
    const target = event.target instanceof Element ? event.target : null
    const fieldname = target?.closest<HTMLElement>('[data-column]')?.dataset.column
    const column = columns.all.find(({ field }) => field.fieldname === fieldname)
    if (event.button !== 0 || !column || target?.closest('.sheet-menu, [popover]')) return
    const isEdge = target?.closest('.sheet-grip') != null
    press.current = { x: event.clientX, fieldname: column.field.fieldname, width: column.width, isEdge }
    if (isEdge) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const pressed = press.current
    if (!pressed) return
    const way = (event.clientX - pressed.x) * (isRtl() ? -1 : 1)
    const { fieldname } = pressed
    if (pressed.isEdge) return setDrag({ kind: 'resize', fieldname, width: withinWidths(pressed.width + way) })
    if (Math.abs(way) < slack && !hasMoved.current) return
    if (!hasMoved.current) event.currentTarget.setPointerCapture(event.pointerId)
    hasMoved.current = true
    setDrag({ kind: 'move', fieldname, to: columnUnder(event.clientX) ?? fieldname })
  }
  const handlePointerUp = () => {
    if (press.current?.isEdge) hasMoved.current = true
    press.current = null
    const { current: ended } = latest
    setDrag(null)
    if (ended?.kind === 'resize') onResize(ended.fieldname, ended.width)
    else if (ended && ended.to !== ended.fieldname) onMove(ended.fieldname, ended.to)
  }
  const handleCancel = () => {
    press.current = null
    setDrag(null)
  }
  return {
    drag,
    hasMoved: () => hasMoved.current,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerCancel: handleCancel,
    },
  }
}
