import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** The width of a list beside its open record, as a person sets it. */
export interface Split {
  /** Accessible name of the handle. */
  label: string
  /** In pixels; 0 is the default width. */
  width: number
  /** Called once at the end of a drag or of a press of keys; 0 asks for the default. */
  onChange: (width: number) => void
}

/** Widths of the list in pixels, and the room that stays for the record. */
const narrowest = 320
const widest = 900
const roomOfRecord = 360
const step = 16

/**
 * The edge between a list and its record. It is dragged, or moved with the arrows, Home and End; a double click or Enter
 * restores the default. Only `--split` of the layout changes meanwhile, so that nothing renders.
 */
export default function SplitHandle({ label, width, onChange }: Split) {
  const handle = useRef<HTMLDivElement>(null)
  /** The width on the way; null at rest. */
  const moved = useRef<number | null>(null)
  /** Distance of the pointer from the edge that it drags. */
  const grip = useRef(0)
  const [shown, setShown] = useState({ now: width, most: widest })

  const measure = () => {
    const layout = handle.current?.parentElement
    const list = layout?.firstElementChild
    if (!layout || !list) return
    const now = Math.round(list.getBoundingClientRect().width)
    const most = mostOf(layout)
    setShown((former) => (former.now === now && former.most === most ? former : { now, most }))
  }
  useLayoutEffect(measure)

  const moveTo = (wanted: number) => {
    const layout = handle.current?.parentElement
    if (!layout) return
    const next = Math.round(Math.max(narrowest, Math.min(mostOf(layout), wanted)))
    moved.current = next
    layout.style.setProperty('--split', `${next}px`)
    setShown({ now: next, most: mostOf(layout) })
  }
  const finish = () => {
    if (moved.current !== null && moved.current !== width) onChange(moved.current)
    moved.current = null
  }
  const restore = () => {
    moved.current = null
    handle.current?.parentElement?.style.removeProperty('--split')
    onChange(0)
    measure()
  }

  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const layout = event.currentTarget.parentElement
    if (!layout || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    moveTo(widthAt(layout, event.clientX) - grip.current)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const along = event.currentTarget.matches(':dir(rtl)') ? -step : step
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
        grip.current = widthAt(layout, event.clientX) - shown.now
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

/** The width of the list whose edge is at `x`. */
function widthAt(layout: Element, x: number): number {
  const { left, right } = layout.getBoundingClientRect()
  return layout.matches(':dir(rtl)') ? right - x : x - left
}

const mostOf = (layout: Element) => Math.max(narrowest, Math.min(widest, layout.clientWidth - roomOfRecord))
