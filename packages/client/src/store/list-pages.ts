import type { ListAnswer } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import { timing } from '../timing.ts'
import type { StoreContext } from './context.ts'
import { pageQuery } from './list-query.ts'
import type { ListRequest } from './list-request.ts'
import { appendRows, dropFar, isRead, placeRows } from './rows.ts'
import type { EntityState } from './state.ts'

/** Visible rows, by index, `last` included; -1 while unknown. */
export interface View {
  first: number
  last: number
  isAtTop: boolean
}

/**
 * Pages on either side of the view whose rows stay in memory; others keep only their ids (reference:
 * live-events, In the client).
 */
const pagesInMemory = 5

/** The further pages of a list: read ahead near the end, and read again near dropped rows (reference: screens, Lists). */
export interface PagesPart {
  readonly view: View
  /** Sets the visible rows; false when nothing has moved. */
  setView(view: View): boolean
  loadMore(): Promise<void>
  /** Reads the rows that the view lacks, also after a failure. */
  readOn(): Promise<void>
  /** Call it after a list was read from its top. */
  restart(): void
  /** Checks again some time after a load (reference: screens, Lists). */
  followUp(): void
  stop(): void
}

export function createPages({ entity, entities, state }: StoreContext, request: ListRequest): PagesPart {
  let view: View = { first: 0, last: -1, isAtTop: true }
  /** Failed loads since the last scroll. */
  let failures = 0
  /** True when a page brought no new row although the count is higher. */
  let isExhausted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const get = state.getSnapshot

  /** Loads one page; drops the answer if the list was requested anew in the meantime. */
  const load = async (start: number, length: number, take: (answer: ListAnswer) => void) => {
    const number = request.generation
    state.set({ isLoading: true })
    try {
      const answer = await entities.list(entity, pageQuery(get(), start, length), request.signal)
      if (number !== request.generation) return
      failures = 0
      request.hasFailed = false
      take(answer)
    } catch (error) {
      if (number !== request.generation) return
      failures++
      state.set({ isLoading: false, error: toApiError(error) })
    }
    part.followUp()
  }

  const takeNextPage = (answer: ListAnswer) => {
    const { activeList, listInfo } = get()
    const rows = appendRows(activeList, answer.data)
    isExhausted = rows === activeList
    state.set({
      activeList: keepNear(rows),
      listInfo: {
        ...listInfo,
        totalCount: answer.count,
        isAtLeast: answer.complete === 0,
        limitStart: answer.limit_start,
        itemsLoaded: rows.length,
        currentPage: listInfo.currentPage + 1,
      },
      isLoading: false,
      error: null,
    })
  }

  const takePageAgain = (start: number, length: number) => (answer: ListAnswer) => {
    const { activeList, listInfo } = get()
    const rows = keepNear(placeRows(activeList, start, answer.data, answer.count, length))
    state.set({
      activeList: rows,
      listInfo: {
        ...listInfo,
        totalCount: answer.count,
        isAtLeast: answer.complete === 0,
        itemsLoaded: rows.length,
      },
      isLoading: false,
      error: null,
    })
  }

  const keepNear = (rows: Parameters<typeof dropFar>[0]) => {
    const margin = pagesInMemory * get().listInfo.itemsPerPage
    return view.last < 0 ? rows : dropFar(rows, view.first - margin, view.last + margin)
  }

  const canLoad = () => !get().isLoading && get().status === 'ready' && !request.isBehind && failures <= 1

  const isNearEnd = () => view.last >= get().listInfo.itemsLoaded - timing.loadAhead

  const part: PagesPart = {
    get view() {
      return view
    },
    setView(next) {
      const hasMoved = next.first !== view.first || next.last !== view.last || next.isAtTop !== view.isAtTop
      // Until the list has scrolled back to its top, the visible rows are those of the old list.
      if (!hasMoved || get().listInfo.resetScroll) return false
      view = next
      failures = 0
      void part.readOn()
      return true
    },
    async loadMore() {
      const { itemsLoaded, totalCount, itemsPerPage } = get().listInfo
      if (!canLoad() || isExhausted || itemsLoaded >= totalCount) return
      await load(get().activeList.length, itemsPerPage, takeNextPage)
      // The reader may have scrolled back to dropped pages in the meantime.
      if (droppedPage(get(), view) && failures === 0) await part.readOn()
    },
    async readOn() {
      for (let page = droppedPage(get(), view); page; page = droppedPage(get(), view)) {
        if (!canLoad()) return
        await load(page.start, page.length, takePageAgain(page.start, page.length))
        if (failures > 0) return
      }
      if (isNearEnd()) await part.loadMore()
    },
    restart() {
      isExhausted = false
      failures = 0
    },
    followUp() {
      clearTimeout(timer)
      timer = setTimeout(() => void part.readOn(), timing.loadFollowUp)
    },
    stop() {
      clearTimeout(timer)
      view = { first: 0, last: -1, isAtTop: true }
    },
  }
  return part
}

/** The page with dropped rows to read next: visible rows before those a page away. */
function droppedPage({ activeList, listInfo }: EntityState, { first, last }: View) {
  const size = listInfo.itemsPerPage
  const find = (from: number, to: number) => {
    for (let index = Math.max(0, from); index <= to && index < activeList.length; index++) {
      const row = activeList[index]
      if (row && !isRead(row)) return index
    }
    return -1
  }
  let index = find(first, last)
  if (index < 0) index = find(first - size, last + size)
  if (index < 0) return undefined
  const start = Math.floor(index / size) * size
  return { start, length: Math.min(size, activeList.length - start) }
}
