import type { EntityState, ListStore } from '@tavla/client'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { LineTops } from '../groups/line-tops.ts'
import { listSizes } from './list-sizes.ts'
import { type ListPlace, useRestoredScroll } from './useRestoredScroll.ts'

interface ListScrollOptions {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row, in pixels. */
  size: number
  /** Records per row; more than one on cards, 0 until measured. */
  columns?: number
  /** The list's scroll position, which the next list in its place restores. */
  place?: ListPlace | undefined
  /** Where rows of several heights stand; else all have the same. */
  tops?: LineTops | undefined
}

/**
 * Synchronises store and scroll area (reference: screens, Lists): the page size is twice the visible rows, the store
 * gets the visible rows, the reset flag scrolls to the top, and rows inserted above don't move the visible ones.
 */
export function useListScroll(state: EntityState, store: ListStore, options: ListScrollOptions) {
  const { parentRef, size, place, tops } = options
  const isMeasured = options.columns !== 0
  const columns = options.columns || 1
  const { activeList, listInfo } = state
  const ids = useRef<readonly string[]>([])
  const heldTops = useRef(tops)

  // Before the list is entered, so that the first page has the right size.
  useLayoutEffect(() => {
    const area = parentRef.current
    if (!area) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = false
    const measure = () => {
      // Behind an open record on a phone the list has no height to measure.
      isShown = area.clientHeight > 0
      if (isShown) store.setItemsPerPage(2 * columns * Math.max(1, Math.floor(area.clientHeight / size)))
    }
    const handleResize = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, listSizes.resizeDebounce)
    }
    measure()
    const observer = new ResizeObserver(() => isShown || measure())
    observer.observe(area)
    window.addEventListener('resize', handleResize)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('resize', handleResize)
    }
  }, [store, parentRef, size, columns])

  const { left, isOnTheWay } = useRestoredScroll(state, { parentRef, place, isMeasured })
  // A page that is left in the frame of its last scroll gets no event for it.
  useLayoutEffect(() => {
    const area = parentRef.current
    return () => {
      if (area && !isOnTheWay()) keepPlace(place, area)
    }
  }, [parentRef, place, isOnTheWay])

  const inSight = useEffectEvent((top: number, height: number) =>
    tops ? tops.inSight(top, height) : rowsInSight(top, height, size, columns),
  )
  const wasInSight = useEffectEvent(() => (left ? inSight(left.top, left.height) : undefined))
  useEffect(() => (isMeasured ? store.enter(wasInSight()) : undefined), [store, isMeasured])

  useLayoutEffect(() => {
    const area = parentRef.current
    const [former, held] = [ids.current, heldTops.current]
    heldTops.current = tops
    ids.current = activeList.map((row) => row.id)
    if (!area) return
    if (listInfo.resetScroll) {
      area.scrollTop = 0
      store.clearResetScroll()
    } else if (area.scrollTop > 0) {
      area.scrollTop += tops
        ? tops.movedSince(held ?? tops, area.scrollTop)
        : size * rowsMoved(former, ids.current, Math.floor(area.scrollTop / size) * columns, columns)
    }
  }, [store, parentRef, size, columns, activeList, tops, listInfo.resetScroll])

  useEffect(() => {
    const area = parentRef.current
    if (!area) return
    const report = () => {
      const view = inSight(area.scrollTop, area.clientHeight)
      store.setView({ ...view, last: Math.min(activeList.length - 1, view.last) })
      if (!isOnTheWay()) keepPlace(place, area)
    }
    report()
    area.addEventListener('scroll', report, { passive: true })
    const observer = new ResizeObserver(report)
    observer.observe(area)
    return () => {
      area.removeEventListener('scroll', report)
      observer.disconnect()
    }
  }, [store, parentRef, activeList, place, isOnTheWay])
}

/** A list without a height, behind an open record on a phone or unmounted, keeps its former position. */
function keepPlace(place: ListPlace | undefined, { scrollTop, clientHeight }: HTMLElement): void {
  if (place && clientHeight > 0) Object.assign(place, { top: scrollTop, height: clientHeight })
}

/** Indexes of the visible records. */
const rowsInSight = (top: number, height: number, size: number, columns: number) => ({
  first: Math.floor(top / size) * columns,
  last: Math.ceil((top + height) / size) * columns - 1,
  isAtTop: top <= 0,
})

/** The number of rows by which the record at `index` has moved; 0 if it is gone. */
function rowsMoved(former: readonly string[], now: readonly string[], index: number, columns: number): number {
  const id = former[index]
  if (id === undefined || now[index] === id) return 0
  const at = now.indexOf(id)
  return at === -1 ? 0 : Math.floor(at / columns) - Math.floor(index / columns)
}
