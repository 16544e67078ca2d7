import { isFocusLost } from '@tavla/entity-ui'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { InboxRow } from './inbox-rows.ts'

/** The one row of the inbox that is a tab stop, and the focus on it. */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly InboxRow[], rowHeight: number) {
  const [chosen, setChosen] = useState(0)
  /** True when the focus follows to the place of a row that leaves. */
  const isKept = useRef(false)
  const current = Math.max(0, Math.min(chosen, rows.length - 1))
  const lineAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-inbox="${index + 1}"]`)
  const linkAt = (index: number) => lineAt(index)?.querySelector<HTMLElement>('.inbox-link')

  // Rows leave with the focus that they hold.
  const follow = useEffectEvent(() => {
    const place = list.current
    if (!isKept.current || !place || !isFocusLost(place)) return
    isKept.current = false
    const target = linkAt(current) ?? place
    target.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the rows
  useLayoutEffect(() => follow(), [rows.length])

  /** Focuses a row; one that is not drawn is scrolled to first. */
  const go = (index: number) => {
    const place = list.current
    if (!place || rows.length === 0) return
    setChosen(index)
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    if (top < place.scrollTop) place.scrollTo({ top })
    else if (bottom > place.scrollTop + place.clientHeight) place.scrollTo({ top: bottom - place.clientHeight })
    const focus = () => linkAt(index)?.focus({ preventScroll: true })
    if (linkAt(index)) focus()
    else requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  return {
    current,
    set: setChosen,
    /** Moves by so many rows; the first press stays on the row that is the stop. */
    move(step: number) {
      const isInside = list.current?.contains(document.activeElement) ?? false
      const isOnRow = isInside && document.activeElement !== list.current
      const next = isOnRow ? current + step : current
      go(Math.max(0, Math.min(next, rows.length - 1)))
    },
    keep(index: number) {
      setChosen(index)
      isKept.current = true
    },
    /** The button of the current row's menu. */
    menuOfCurrent: () => lineAt(current)?.querySelector<HTMLElement>('[aria-haspopup=menu]'),
  }
}
