import { type ListAnswer, type Meta, screen } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { pageQuery, validFields, validOrder } from './list-query.ts'
import { appendRows } from './rows.ts'
import { searchFilters } from './search.ts'
import { type EntityState, type ListInfo, statusOf } from './state.ts'

/** Rows in sight, by index, `last` included; -1 while unknown. */
export interface View {
  first: number
  last: number
  isAtTop: boolean
}

/** Reading an entity's list: its start, its pages, and what is in sight. */
export interface ListPart {
  initialise(): Promise<void>
  /** Reads from the first page, with the same query; answers of older questions are dropped. */
  reload(): Promise<void>
  loadMore(): Promise<void>
  /** Takes what is in sight now; reads on when the end is near (contract 8.37). */
  setView(view: View): boolean
  retry(): Promise<void>
  applyMeta(meta: Meta): void
  readonly view: View
  /** Number of the list's present content; answers to an older one are dropped. */
  readonly generation: number
  /** Called after every replaced list. */
  onReplaced: () => void
  stop(): void
}

export function createList({ entity, entities, metas, settings, state }: StoreContext): ListPart {
  let view: View = { first: 0, last: -1, isAtTop: true }
  let generation = 0
  let controller: AbortController | undefined
  let initialising: Promise<void> | undefined
  let hasPage = false
  let hasWishes = false
  /** Failed loads since the last scroll. */
  let failures = 0
  /** True when a page brought nothing new although more were counted. */
  let isExhausted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const get = state.getSnapshot

  const start = async () => {
    state.set({ status: 'loading', error: null })
    try {
      const asked = metas.get(entity)
      await settings.load()
      const setting = settings.get(entity)
      // Kept names may be gone by now, so a choice waits for meta; without one, meta and rows come at once.
      if (setting.order_by || setting.list_fields.length > 0 || get().searchText) adoptWishes(await asked)
      const listed = part.reload()
      adoptWishes(await asked)
      await listed
    } catch (error) {
      fail(error)
    }
  }

  const fail = (error: unknown) => {
    const problem = toApiError(error)
    initialising = undefined
    state.set({ status: statusOf(problem), error: problem, isLoading: false })
  }

  /** Once, when settings and meta are both there. */
  const adoptWishes = (meta: Meta) => {
    if (!hasWishes) state.set(wishes(get(), settings.get(entity), meta))
    // The search box was used before its fields were known.
    const isLate = !hasWishes && generation > 0 && get().searchText.trim() !== ''
    hasWishes = true
    part.applyMeta(meta)
    if (isLate) void part.reload()
  }

  const settle = () => (hasPage && get().meta ? 'ready' : get().status)

  const takeFirstPage = (answer: ListAnswer) => {
    hasPage = true
    isExhausted = false
    failures = 0
    const { listInfo } = get()
    state.set({
      activeList: answer.data,
      listMeta: { fieldInfo: answer.field_info, titleField: answer.title_field },
      listInfo: { ...listInfo, ...pageInfo(answer), itemsLoaded: answer.data.length, currentPage: 1 },
      openCount: answer.open_count ?? null,
      newRecords: 0,
      isLoading: false,
      error: null,
    })
    state.set({ status: settle() })
    part.onReplaced()
  }

  const takeNextPage = (answer: ListAnswer) => {
    const { activeList, listInfo } = get()
    const rows = appendRows(activeList, answer.data)
    isExhausted = rows === activeList
    failures = 0
    state.set({
      activeList: rows,
      listInfo: {
        ...listInfo,
        ...pageInfo(answer),
        itemsLoaded: rows.length,
        currentPage: listInfo.currentPage + 1,
      },
      isLoading: false,
      error: null,
    })
  }

  const checkEnd = () => {
    const { itemsLoaded } = get().listInfo
    if (view.last >= itemsLoaded - screen.loadAhead) void part.loadMore()
  }

  const followUp = () => {
    clearTimeout(timer)
    timer = setTimeout(checkEnd, screen.loadFollowUp)
  }

  // What the boot calls brought along is there for the first drawing, so that nothing jumps.
  const known = metas.peek(entity)
  if (known) state.set({ meta: known, layout: settings.get(entity).layout || known.doc_meta.layout })

  const part: ListPart = {
    initialise: () => (initialising ??= start()),
    async reload() {
      const number = ++generation
      controller?.abort()
      controller = new AbortController()
      state.set({ isLoading: true })
      try {
        const answer = await entities.list(entity, pageQuery(get(), 0, get().listInfo.itemsPerPage), controller.signal)
        if (number === generation) takeFirstPage(answer)
      } catch (error) {
        if (number === generation) fail(error)
      }
      if (number === generation) followUp()
    },
    async loadMore() {
      const { isLoading, status, listInfo, activeList } = get()
      const { itemsLoaded, totalCount, itemsPerPage } = listInfo
      if (isLoading || status !== 'ready' || isExhausted || itemsLoaded >= totalCount || failures > 1) return
      const number = generation
      state.set({ isLoading: true })
      try {
        const answer = await entities.list(
          entity,
          pageQuery(get(), activeList.length, itemsPerPage),
          controller?.signal,
        )
        if (number === generation) takeNextPage(answer)
      } catch (error) {
        failures++
        if (number === generation) state.set({ isLoading: false, error: toApiError(error) })
      }
      if (number === generation) followUp()
    },
    setView(next) {
      const hasMoved = next.first !== view.first || next.last !== view.last || next.isAtTop !== view.isAtTop
      // Before the list is back at its top, what is in sight says nothing.
      if (!hasMoved || get().listInfo.resetScroll) return false
      view = next
      failures = 0
      checkEnd()
      return true
    },
    async retry() {
      if (get().status === 'ready') {
        failures = 0
        await part.loadMore()
      } else {
        metas.invalidate(entity)
        await part.initialise()
      }
    },
    applyMeta(meta) {
      const { layout } = settings.get(entity)
      state.set({ meta, ...(!hasWishes && { layout: layout || meta.doc_meta.layout }) })
      state.set({ status: settle() })
    },
    get view() {
      return view
    },
    get generation() {
      return generation
    },
    onReplaced: () => undefined,
    stop() {
      clearTimeout(timer)
      view = { first: 0, last: -1, isAtTop: true }
    },
  }
  return part
}

/** How this person wants the list, as far as the entity still has it. */
function wishes(
  { searchText, orderBy }: EntityState,
  setting: ReturnType<StoreContext['settings']['get']>,
  meta: Meta,
): Partial<EntityState> {
  return {
    orderBy: orderBy || validOrder(meta, setting.order_by),
    listFields: validFields(meta, setting.list_fields),
    layout: setting.layout || meta.doc_meta.layout,
    ...(searchText && { orFilters: searchFilters(meta, searchText) }),
  }
}

const pageInfo = (answer: ListAnswer): Pick<ListInfo, 'totalCount' | 'limitStart'> => ({
  totalCount: answer.count,
  limitStart: answer.limit_start,
})
