import type { ListAnswer, Meta } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { createDisplay } from './list-display.ts'
import { createPages, type PagesPart } from './list-pages.ts'
import { pageQuery } from './list-query.ts'
import { createListRequest, type ListRequest } from './list-request.ts'
import { type EntityState, statusOf } from './state.ts'

/** Reading an entity's list: its start, its pages, and its visible rows. */
export interface ListPart {
  /** The last request; while `isBehind`, the visible rows answer an older one. */
  readonly request: Readonly<ListRequest>
  /** The further pages and the visible rows. */
  readonly pages: PagesPart
  initialise(): Promise<void>
  /**
   * Reads from the first page; drops answers to older requests. `isChanged`: the query is another one now. `rows`: the
   * minimum length of the first page, up to the maximum of one call.
   */
  reload(isChanged?: boolean, rows?: number): Promise<void>
  /** Changes the query and reads the list from its top; clears the selection. */
  requery(change: Partial<EntityState>): Promise<void>
  retry(): Promise<void>
  applyMeta(meta: Meta): void
  /**
   * Cancels a read of the same list from its top and continues with the rows in memory. False when they answer an older
   * query, so that the list must be read from its top.
   */
  keepRows(): boolean
  /** Clears the last failure, because the visible rows were just read. */
  settle(): void
  /** Called after each replacement of the list. */
  onReplaced: () => void
}

export function createList(context: StoreContext): ListPart {
  const { entity, entities, metas, state } = context
  const request = createListRequest()
  const pages = createPages(context, request)
  const display = createDisplay(context)
  let initialising: Promise<void> | undefined
  let hasPage = false
  const get = state.getSnapshot

  const start = async () => {
    state.set({ status: 'loading', error: null })
    try {
      const reading = metas.get(entity)
      await display.prepare()
      if (display.needsMeta()) adoptDisplay(await reading)
      const listed = part.reload()
      adoptDisplay(await reading)
      await listed
    } catch (error) {
      // Drops rows on their way, since without meta nothing can draw them.
      request.begin()
      fail(error)
    }
  }

  const adoptDisplay = (meta: Meta) => {
    display.adopt(meta)
    part.applyMeta(meta)
  }

  const fail = (error: unknown) => {
    const problem = toApiError(error)
    const status = statusOf(problem)
    request.hasFailed = true
    // Existing rows stay, unless the person may no longer see them.
    if (status === 'failed' && hasPage && get().meta && get().activeList.length > 0) {
      request.isBehind = request.isChanging
      state.set({ status: 'ready', error: problem, isLoading: false })
      return
    }
    initialising = undefined
    hasPage = false
    state.set({ status, error: problem, isLoading: false, activeList: [], selected: [], isAllSelected: false })
  }

  const settled = () => (hasPage && get().meta ? 'ready' : get().status)

  const takeFirstPage = (answer: ListAnswer) => {
    const page = firstPage(get(), answer, request.isBehind)
    hasPage = true
    Object.assign(request, { hasFailed: false, isChanging: false, isBehind: false })
    pages.restart()
    state.set(page)
    state.set({ status: settled() })
    part.onReplaced()
  }

  const part: ListPart = {
    request,
    pages,
    initialise: () => (initialising ??= start()),
    async reload(isChanged = false, rows = 0) {
      const number = request.begin()
      request.isChanging ||= isChanged
      state.set({ isLoading: true })
      try {
        const length = Math.max(rows, get().listInfo.itemsPerPage)
        const answer = await entities.list(entity, pageQuery(get(), 0, length), request.signal)
        if (number === request.generation) takeFirstPage(answer)
      } catch (error) {
        if (number === request.generation) fail(error)
      }
      if (number === request.generation) pages.followUp()
    },
    requery(change) {
      const listInfo = { ...get().listInfo, currentPage: 1, limitStart: 0, resetScroll: true }
      state.set({ ...change, selected: [], isAllSelected: false, listInfo })
      return part.reload(true)
    },
    async retry() {
      if (get().status !== 'ready') {
        metas.invalidate(entity)
        await part.initialise()
      } else if (request.hasFailed) {
        await part.reload()
      } else {
        pages.restart()
        await pages.readOn()
        if (get().error) await pages.loadMore()
      }
    },
    applyMeta(meta) {
      display.applyMeta(meta)
      state.set({ status: settled() })
    },
    keepRows() {
      if (request.isChanging) return false
      request.begin()
      state.set({ isLoading: false })
      return true
    },
    settle() {
      request.hasFailed = false
      if (get().error) state.set({ error: null })
    },
    onReplaced: () => undefined,
  }
  return part
}

/** The list's state with its first page, which replaces all rows. */
function firstPage({ listInfo }: EntityState, answer: ListAnswer, isBehind: boolean): Partial<EntityState> {
  return {
    activeList: answer.data,
    listMeta: { fieldInfo: answer.field_info, titleField: answer.title_field },
    listInfo: {
      ...listInfo,
      totalCount: answer.count,
      isAtLeast: answer.complete === 0,
      limitStart: answer.limit_start,
      itemsLoaded: answer.data.length,
      currentPage: 1,
      resetScroll: listInfo.resetScroll || isBehind,
    },
    openCount: answer.open_count ?? null,
    newRecords: 0,
    isLoading: false,
    error: null,
  }
}
