import type { ListAnswer, Meta } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { type Asked, createPages, type View } from './list-pages.ts'
import { pageQuery, validFields, validOrder } from './list-query.ts'
import { searchFilters } from './search.ts'
import { type EntityState, statusOf } from './state.ts'

/** Reading an entity's list: its start, its pages, and what is in sight. */
export interface ListPart {
  initialise(): Promise<void>
  /**
   * Reads from the first page; answers of older questions are dropped. `isChanged`: the question is another one now. `rows`:
   * how many the first page must bring at least, as far as one call may.
   */
  reload(isChanged?: boolean, rows?: number): Promise<void>
  loadMore(): Promise<void>
  /** Takes what is in sight now; reads on when the end is near (contract 8.37). */
  setView(view: View): boolean
  retry(): Promise<void>
  applyMeta(meta: Meta): void
  /**
   * Goes on with the rows that are held, where a reading of the same list from its top is under way. False when they answer
   * another question than the last one, so that the list must be read from its top.
   */
  keepRows(): boolean
  readonly view: View
  /** Number of the list's present content; answers to an older one are dropped. */
  readonly generation: number
  /** True while what is shown answers an older question, because the newer one failed. */
  readonly isBehind: boolean
  /** What is shown was just read again: no failure stands. */
  settle(): void
  /** Called after every replaced list. */
  onReplaced: () => void
  stop(): void
}

export function createList(context: StoreContext): ListPart {
  const { entity, entities, metas, settings, state } = context
  const asked: Asked = { generation: 0, signal: undefined, isBehind: false, hasFailed: false }
  const pages = createPages(context, asked)
  let controller: AbortController | undefined
  let initialising: Promise<void> | undefined
  let hasPage = false
  let hasWishes = false
  /** The question was changed and not answered yet. */
  let isChanging = false
  const get = state.getSnapshot

  const start = async () => {
    state.set({ status: 'loading', error: null })
    try {
      const reading = metas.get(entity)
      await settings.load()
      const setting = settings.get(entity)
      // Names that were kept or sent as a link may be gone by now, so they wait for meta; else meta and rows come at once.
      const { searchText, addressed } = get()
      if (setting.order_by || setting.list_fields.length > 0 || searchText || addressed) adoptWishes(await reading)
      const listed = part.reload()
      adoptWishes(await reading)
      await listed
    } catch (error) {
      // Rows on their way are of no use without what says how to draw them.
      asked.generation++
      controller?.abort()
      fail(error)
    }
  }

  const fail = (error: unknown) => {
    const problem = toApiError(error)
    const status = statusOf(problem)
    asked.hasFailed = true
    // Rows that are there stay, unless they are not this person's to see any more.
    if (status === 'failed' && hasPage && get().meta && get().activeList.length > 0) {
      asked.isBehind = isChanging
      state.set({ status: 'ready', error: problem, isLoading: false })
      return
    }
    initialising = undefined
    hasPage = false
    state.set({ status, error: problem, isLoading: false, activeList: [], selected: [] })
  }

  /** Once, when settings and meta are both there. */
  const adoptWishes = (meta: Meta) => {
    if (!hasWishes) state.set(wishes(get(), settings.get(entity), meta))
    // The search box was used before its fields were known.
    const isLate = !hasWishes && asked.generation > 0 && get().searchText.trim() !== ''
    hasWishes = true
    part.applyMeta(meta)
    if (isLate) void part.reload(true)
  }

  /** From now on the answers to what was asked before are dropped. */
  const begin = () => {
    controller?.abort()
    controller = new AbortController()
    asked.signal = controller.signal
    return ++asked.generation
  }

  const settled = () => (hasPage && get().meta ? 'ready' : get().status)

  const takeFirstPage = (answer: ListAnswer) => {
    const { listInfo } = get()
    const resetScroll = listInfo.resetScroll || asked.isBehind
    hasPage = true
    asked.hasFailed = false
    isChanging = false
    asked.isBehind = false
    pages.restart()
    state.set({
      activeList: answer.data,
      listMeta: { fieldInfo: answer.field_info, titleField: answer.title_field },
      listInfo: {
        ...listInfo,
        totalCount: answer.count,
        limitStart: answer.limit_start,
        itemsLoaded: answer.data.length,
        currentPage: 1,
        resetScroll,
      },
      openCount: answer.open_count ?? null,
      newRecords: 0,
      isLoading: false,
      error: null,
    })
    state.set({ status: settled() })
    part.onReplaced()
  }

  // What the boot calls brought along is there for the first drawing, so that nothing jumps.
  const known = metas.peek(entity)
  if (known) state.set({ meta: known, layout: settings.get(entity).layout || known.doc_meta.layout })

  const part: ListPart = {
    initialise: () => (initialising ??= start()),
    async reload(isChanged = false, rows = 0) {
      const number = begin()
      isChanging ||= isChanged
      state.set({ isLoading: true })
      try {
        const length = Math.max(rows, get().listInfo.itemsPerPage)
        const answer = await entities.list(entity, pageQuery(get(), 0, length), asked.signal)
        if (number === asked.generation) takeFirstPage(answer)
      } catch (error) {
        if (number === asked.generation) fail(error)
      }
      if (number === asked.generation) pages.followUp()
    },
    loadMore: pages.loadMore,
    setView: pages.setView,
    async retry() {
      if (get().status !== 'ready') {
        metas.invalidate(entity)
        await part.initialise()
      } else if (asked.hasFailed) {
        await part.reload()
      } else {
        pages.restart()
        await pages.readOn()
        if (get().error) await pages.loadMore()
      }
    },
    applyMeta(meta) {
      const { layout } = get().addressed ?? settings.get(entity)
      state.set({ meta, ...(!hasWishes && { layout: layout || meta.doc_meta.layout }) })
      state.set({ status: settled() })
    },
    keepRows() {
      if (isChanging) return false
      begin()
      state.set({ isLoading: false })
      return true
    },
    get view() {
      return pages.view
    },
    get generation() {
      return asked.generation
    },
    get isBehind() {
      return asked.isBehind
    },
    settle() {
      asked.hasFailed = false
      if (get().error) state.set({ error: null })
    },
    onReplaced: () => undefined,
    stop: pages.stop,
  }
  return part
}

/** How the address or this person wants the list, as far as the entity still has it. */
function wishes(
  { searchText, addressed }: EntityState,
  setting: ReturnType<StoreContext['settings']['get']>,
  meta: Meta,
): Partial<EntityState> {
  const own = { orderBy: setting.order_by, listFields: setting.list_fields, layout: setting.layout }
  const { orderBy, listFields, layout } = addressed ?? own
  return {
    orderBy: validOrder(meta, orderBy),
    listFields: validFields(meta, listFields),
    layout: layout || meta.doc_meta.layout,
    ...(searchText && { orFilters: searchFilters(meta, searchText) }),
  }
}
