import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface RovingRows {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row, in pixels. */
  size: number
  ids: readonly string[]
  columns?: number
  /** Places taken by something else before the first record. */
  offset?: number
  /** Space; undefined where nothing can be selected. */
  onSelect: ((id: string) => void) | undefined
}

/**
 * One Tab stop for a whole list: arrows, Home and End move between records, drawn or not, and Space selects. Enter is the
 * link's own.
 */
export function useRovingRows({ parentRef, size, ids, columns = 1, offset = 0, onSelect }: RovingRows) {
  const [stop, setStop] = useState(0)
  const wantsFocus = useRef(false)
  /** Where the last key led, which may not be drawn yet when the next one comes. */
  const goal = useRef(0)
  const current = Math.min(stop, ids.length - 1)

  // The row may have had to be drawn first.
  useEffect(() => {
    if (!wantsFocus.current) return
    const id = ids[current]
    const link = id && parentRef.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
    if (!link) return
    wantsFocus.current = false
    link.focus({ preventScroll: true })
  })

  const goTo = (index: number) => {
    const area = parentRef.current
    const next = Math.max(0, Math.min(ids.length - 1, index))
    const top = Math.floor((next + offset) / columns) * size
    if (area && top < area.scrollTop) area.scrollTop = top
    else if (area && top + size > area.scrollTop + area.clientHeight) area.scrollTop = top + size - area.clientHeight
    wantsFocus.current = true
    goal.current = next
    setStop(next)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const id = event.target instanceof HTMLElement ? event.target.dataset.record : undefined
    if (id === undefined) return
    const at = wantsFocus.current ? goal.current : ids.indexOf(id)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = targetOf(event.key, at, ids.length, columns, isRtl)
    if (event.key === ' ' && onSelect) onSelect(id)
    else if (target !== undefined) goTo(target)
    else return
    event.preventDefault()
  }

  const handleFocus = (event: { target: EventTarget }) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.record : undefined
    if (id !== undefined) setStop(Math.max(0, ids.indexOf(id)))
  }

  return { stop: current, goTo, handlers: { onKeyDown: handleKeyDown, onFocus: handleFocus } }
}

function targetOf(key: string, at: number, count: number, columns: number, isRtl: boolean): number | undefined {
  const along = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowDown':
      return at + columns < count ? at + columns : at
    case 'ArrowUp':
      return at - columns >= 0 ? at - columns : at
    case 'ArrowRight':
      return columns > 1 ? at + along : undefined
    case 'ArrowLeft':
      return columns > 1 ? at - along : undefined
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
