import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** The width of a panel beside another, as a person sets it. */
export interface Split {
  /** Accessible name of the handle. */
  label: string
  /** In pixels; 0 is the default width. */
  width: number
  /** Called once at the end of a drag or of a press of keys; 0 asks for the default. */
  onChange: (width: number) => void
}

/** The panel that a handle moves, with widths in pixels. */
interface SplitPanel {
  /** `start`: the panel before the handle, `end`: the one after it. */
  side: 'start' | 'end'
  narrowest: number
  widest: number
  /** The room that stays for the other panel. */
  rest: number
  /** The property of the layout that holds the width. */
  property: '--split' | '--beside'
}

const step = 16

/**
 * The edge between two panels of a layout. It is dragged, or moved with the arrows, Home and End; a double click or Enter
 * restores the default. Only a property of the layout changes meanwhile, so that nothing renders.
 */
export default function SplitHandle({ label, width, onChange, ...panel }: Split & SplitPanel) {
  const { side, narrowest, widest, property } = panel
  const handle = useRef<HTMLDivElement>(null)
  /** The width on the way; null at rest. */
  const moved = useRef<number | null>(null)
  /** Distance of the pointer from the edge that it drags. */
  const grip = useRef(0)
  const [shown, setShown] = useState({ now: width, most: panel.widest })

  const measure = () => {
    const layout = handle.current?.parentElement
    const moving = side === 'start' ? handle.current?.previousElementSibling : handle.current?.nextElementSibling
    if (!layout || !moving) return
    const now = Math.round(moving.getBoundingClientRect().width)
    const most = mostOf(layout, panel)
    setShown((former) => (former.now === now && former.most === most ? former : { now, most }))
  }
  useLayoutEffect(measure)

  const moveTo = (wanted: number) => {
    const layout = handle.current?.parentElement
    if (!layout) return
    const next = Math.round(Math.max(narrowest, Math.min(mostOf(layout, panel), wanted)))
    moved.current = next
    layout.style.setProperty(property, `${next}px`)
    setShown({ now: next, most: mostOf(layout, panel) })
  }
  const finish = () => {
    if (moved.current !== null && moved.current !== width) onChange(moved.current)
    moved.current = null
  }
  const restore = () => {
    moved.current = null
    handle.current?.parentElement?.style.removeProperty(property)
    onChange(0)
    measure()
  }

  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const layout = event.currentTarget.parentElement
    if (!layout || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    moveTo(widthAt(layout, side, event.clientX) - grip.current)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const along = isAtLeft(event.currentTarget, side) ? step : -step
    const by = event.shiftKey ? 4 * along : along
    if (event.key === 'ArrowRight') moveTo(shown.now + by)
    else if (event.key === 'ArrowLeft') moveTo(shown.now - by)
    else if (event.key === 'Home') moveTo(narrowest)
    else if (event.key === 'End') moveTo(widest)
    else if (event.key === 'Enter') restore()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of a text can't be moved.
    <div
      ref={handle}
      className="split-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={shown.now}
      aria-valuemin={narrowest}
      aria-valuemax={shown.most}
      tabIndex={0}
      onPointerDown={(event) => {
        const layout = event.currentTarget.parentElement
        if (event.button !== 0 || !layout) return
        grip.current = widthAt(layout, side, event.clientX) - shown.now
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      // The browser would drag or select what lies under the pointer, and cancel its events.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={handlePointerMove}
      onPointerUp={finish}
      onPointerCancel={finish}
      onDoubleClick={restore}
      onKeyDown={handleKeyDown}
      onKeyUp={finish}
      onBlur={finish}
    />
  )
}

/** The width of the panel whose edge is at `x`. */
function widthAt(layout: Element, side: SplitPanel['side'], x: number): number {
  const { left, right } = layout.getBoundingClientRect()
  return isAtLeft(layout, side) ? x - left : right - x
}

/** True if the panel lies at the left, so that it grows as its edge moves to the right. */
const isAtLeft = (element: Element, side: SplitPanel['side']) => element.matches(':dir(rtl)') === (side === 'end')

const mostOf = (layout: Element, { narrowest, widest, rest }: SplitPanel) =>
  Math.max(narrowest, Math.min(widest, layout.clientWidth - rest))
