import type { EntityState, EntityStore } from '@tavla/client'
import { screen } from '@tavla/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface ListScroll {
  parentRef: RefObject<HTMLElement | null>
  /** Height of one row, in pixels. */
  size: number
  /** Records in one row; more than one on cards, 0 while not measured yet. */
  columns?: number
}

/**
 * Keeps store and scrolling area together (spec 2.6): the page size is twice what fits, what is in sight goes to the store, the
 * reset flag scrolls to the top, and rows that come in above leave what is being read where it is.
 */
export function useListScroll(state: EntityState, store: EntityStore, place: ListScroll) {
  const { parentRef, size } = place
  const isMeasured = place.columns !== 0
  const columns = place.columns || 1
  const { activeList, listInfo } = state
  const ids = useRef<readonly string[]>([])

  // Before the list is entered, so that the first page has the right size.
  useLayoutEffect(() => {
    const area = parentRef.current
    if (!area) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = false
    const measure = () => {
      // Behind an open record on a phone the list has no height to go by.
      isShown = area.clientHeight > 0
      if (isShown) store.setItemsPerPage(2 * columns * Math.max(1, Math.floor(area.clientHeight / size)))
    }
    const handleResize = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, screen.resizeDebounce)
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

  useEffect(() => (isMeasured ? store.enter() : undefined), [store, isMeasured])

  useLayoutEffect(() => {
    const area = parentRef.current
    const former = ids.current
    ids.current = activeList.map((row) => row.id)
    if (!area) return
    if (listInfo.resetScroll) {
      area.scrollTop = 0
      store.clearResetScroll()
    } else if (area.scrollTop > 0) {
      area.scrollTop += size * rowsMoved(former, ids.current, Math.floor(area.scrollTop / size) * columns, columns)
    }
  }, [store, parentRef, size, columns, activeList, listInfo.resetScroll])

  useEffect(() => {
    const area = parentRef.current
    if (!area) return
    const report = () => {
      const { scrollTop, clientHeight } = area
      const bottom = Math.ceil((scrollTop + clientHeight) / size) * columns
      store.setView({
        first: Math.floor(scrollTop / size) * columns,
        last: Math.min(activeList.length, bottom) - 1,
        isAtTop: scrollTop <= 0,
      })
    }
    report()
    area.addEventListener('scroll', report, { passive: true })
    const observer = new ResizeObserver(report)
    observer.observe(area)
    return () => {
      area.removeEventListener('scroll', report)
      observer.disconnect()
    }
  }, [store, parentRef, size, columns, activeList])
}

/** By how many rows what stood at `index` has moved; 0 when it is gone. */
function rowsMoved(former: readonly string[], now: readonly string[], index: number, columns: number): number {
  const id = former[index]
  if (id === undefined || now[index] === id) return 0
  const at = now.indexOf(id)
  return at === -1 ? 0 : Math.floor(at / columns) - Math.floor(index / columns)
}
