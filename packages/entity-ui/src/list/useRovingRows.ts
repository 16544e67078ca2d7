import { type KeyboardEvent, type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { LineTops } from '../groups/line-tops.ts'
import { targetOf } from './row-keys.ts'
import { useLetterSteps } from './useLetterSteps.ts'

interface RovingRowsOptions {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row, in pixels. */
  size: number
  ids: readonly string[]
  columns?: number
  /** Number of places before the first record, such as that of the add tile. */
  offset?: number
  /** Where rows of several heights stand; else all have the same. */
  tops?: LineTops | undefined
  /** Height of what covers the first row in sight, in pixels. */
  cover?: number
  /** The open record: Tab focuses its row. */
  active: string | null
  /** J and K move between the rows too, from anywhere on the page. */
  hasLetterKeys?: boolean | undefined
  keys: RowKeys
}

/** Further keys on a row; undefined if they do nothing. */
export interface RowKeys {
  /** Space; with Shift the range from the row selected last. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  /** Ctrl/Cmd+A: all loaded rows. */
  onSelectAll?: (() => void) | undefined
  /** Escape, while rows are selected. */
  onClear?: (() => void) | undefined
  /** Delete; false passes the key on. */
  onDelete?: ((id: string) => boolean) | undefined
}

/**
 * Makes a whole list one tab stop: arrows, Home and End move between records, drawn or not, and Space
 * selects. The link handles Enter.
 */
export function useRovingRows(options: RovingRowsOptions) {
  const { parentRef, size, ids, columns = 1, offset = 0, active, hasLetterKeys = false, keys } = options
  const { tops, cover = 0 } = options
  const [stop, setStop] = useState(0)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const wantsFocus = useRef(false)
  /** Target of the last key, which may not be drawn yet when the next key comes. */
  const goal = useRef(0)
  const current = Math.min(stop, ids.length - 1)

  const [followed, setFollowed] = useState<string | null>(null)
  if (active !== followed) {
    const at = active === null ? -1 : ids.indexOf(active)
    // A record that was opened by its address may join the list later.
    if (active === null || at >= 0) setFollowed(active)
    if (at >= 0) setStop(at)
  }

  // The row may have to be drawn first. A passive effect could still be pending when the next key comes, and would then
  // focus the row of the key before.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const id = ids[current]
    const link = id && parentRef.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
    if (!link) return
    wantsFocus.current = false
    link.focus({ preventScroll: size > 0 })
  })

  const goTo = (index: number) => {
    const area = parentRef.current
    const next = Math.max(0, Math.min(ids.length - 1, index))
    const top = tops ? tops.topOf(next) : Math.floor((next + offset) / columns) * size
    const bottom = tops ? tops.topOf(next + 1) : top + size
    if (area && top - cover < area.scrollTop) area.scrollTop = top - cover
    else if (area && bottom > area.scrollTop + openHeight(area)) area.scrollTop = bottom - openHeight(area)
    wantsFocus.current = true
    goal.current = next
    setStop(next)
    // The focus may have been elsewhere in the meantime.
    draw()
  }
  useLetterSteps(parentRef, hasLetterKeys && ids.length > 0, (isOnRow, step) => {
    const at = wantsFocus.current ? goal.current : current
    // A focus from outside the list continues at the row where it left.
    goTo(isOnRow ? at + step : at)
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.record : undefined
    if (id === undefined || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== 'KeyA' || event.shiftKey || !keys.onSelectAll) return
      keys.onSelectAll()
      return event.preventDefault()
    }
    const at = wantsFocus.current ? goal.current : ids.indexOf(id)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = targetOf(event.key, at, ids.length, columns, isRtl)
    if (event.key === ' ' && keys.onSelect) keys.onSelect(id, event.shiftKey)
    else if (event.key === 'Escape' && keys.onClear) keys.onClear()
    else if (event.key === 'Delete' && keys.onDelete?.(id)) wantsFocus.current = false
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

/** The height of an area above what floats over its end, such as the bar of a selection. */
export const openHeight = (area: HTMLElement): number =>
  area.clientHeight - (Number.parseFloat(getComputedStyle(area).scrollPaddingBlockEnd) || 0)
