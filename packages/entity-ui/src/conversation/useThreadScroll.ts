import { type RefObject, useEffect, useRef } from 'react'

/** Nearer to an end than this counts as being there, in pixels. */
const near = 24
/** Older messages are asked for before one comes to the first, in heights of what is in sight. */
const ahead = 4

/**
 * Keeps a reader's place in a thread: at its end new messages come into sight, anywhere else what is read stays where it is
 * while messages come above and below and frames grow. Calls `onTop` as one comes near to the oldest.
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
      // What has just come in is put right first, by what was noted before it.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are to be settled
  useEffect(() => settleRows(scroller.current), [rows])
  return scroller
}

/** Marks rows that have been laid out once, and so have a height to be remembered when nobody sees them. */
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

/** The first row of which anything is below the upper edge, found by halving. */
function firstInSight(rows: HTMLCollection, place: (row: Element) => number): Element | undefined {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && place(row) + row.clientHeight > 0) high = middle
    else low = middle + 1
  }
  // The head of a day goes when older messages of that day come in.
  while (rows[low]?.classList.contains('thread-day')) low++
  return rows[low]
}
