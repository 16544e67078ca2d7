import { type RefObject, useEffect, useRef } from 'react'

/** Maximum distance from the end that counts as being there, in pixels. */
const near = 24
/** Distance from the first message at which older ones are read, in heights of the viewport. */
const ahead = 4

/**
 * Keeps a reader's place in a thread: at its end new messages scroll into view; elsewhere the visible message stays in
 * place while messages are added above and below and frames grow. Calls `onTop` near the oldest message.
 */
export function useThreadScroll(onTop: () => void, rows: unknown): RefObject<HTMLElement | null> {
  const scroller = useRef<HTMLElement>(null)
  const top = useRef(onTop)
  useEffect(() => {
    top.current = onTop
  })
  useEffect(() => {
    const element = scroller.current
    const list = element?.firstElementChild
    if (!element || !list) return
    let isAtEnd = true
    let anchor: { row: Element; offset: number } | undefined
    let height = 0
    const place = (row: Element) => row.getBoundingClientRect().top - element.getBoundingClientRect().top

    const note = () => {
      height = list.clientHeight
      isAtEnd = element.scrollHeight - element.clientHeight - element.scrollTop <= near
      const row = firstInSight(list.children, place)
      anchor = row && { row, offset: place(row) }
      if (element.scrollTop < ahead * element.clientHeight) top.current()
    }
    const keep = () => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
      else if (anchor?.row.isConnected) element.scrollTop += place(anchor.row) - anchor.offset
      note()
    }
    const handleScroll = () => {
      // After a change of height, `keep` corrects the position first, from the noted one.
      if (list.clientHeight === height) note()
    }
    const watch = new ResizeObserver(keep)
    watch.observe(list)
    watch.observe(element)
    element.addEventListener('scroll', handleScroll, { passive: true })
    keep()
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', handleScroll)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows must be settled
  useEffect(() => settleRows(scroller.current), [rows])
  return scroller
}

/** Marks rows that have been laid out once, so that the browser knows their height when they leave the viewport. */
function settleRows(scroller: HTMLElement | null): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      for (const row of scroller?.querySelectorAll<HTMLElement>('.message-row:not([data-settled])') ?? []) {
        row.dataset.settled = ''
      }
    })
  })
  return () => cancelAnimationFrame(frame)
}

/** The first row that extends below the upper edge, by binary search. */
function firstInSight(rows: HTMLCollection, place: (row: Element) => number): Element | undefined {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && place(row) + row.clientHeight > 0) high = middle
    else low = middle + 1
  }
  // The heading of a day moves when older messages of that day are added.
  while (rows[low]?.classList.contains('thread-day')) low++
  return rows[low]
}
