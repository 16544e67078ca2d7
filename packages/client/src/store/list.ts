import type { ListAnswer, Meta } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { type Asked, createAsked } from './list-asked.ts'
import { createPages, type PagesPart } from './list-pages.ts'
import { pageQuery } from './list-query.ts'
import { createWishes } from './list-wishes.ts'
import { type EntityState, statusOf } from './state.ts'

/** Reading an entity's list: its start, its pages, and what is in sight. */
export interface ListPart {
  /** The last question; while `isBehind`, what is shown answers an older one. */
  readonly asked: Readonly<Asked>
  /** The further pages, and what is in sight of them. */
  readonly pages: PagesPart
  initialise(): Promise<void>
  /**
   * Reads from the first page; answers of older questions are dropped. `isChanged`: the question is another one now. `rows`:
   * how many the first page must bring at least, as far as one call may.
   */
  reload(isChanged?: boolean, rows?: number): Promise<void>
  /** Changes what the list asks for, and reads it from its top; nothing stays selected. */
  requery(change: Partial<EntityState>): Promise<void>
  retry(): Promise<void>
  applyMeta(meta: Meta): void
  /**
   * Goes on with the rows that are held, where a reading of the same list from its top is under way. False when they answer
   * another question than the last one, so that the list must be read from its top.
   */
  keepRows(): boolean
  /** What is shown was just read again: no failure stands. */
  settle(): void
  /** Called after every replaced list. */
  onReplaced: () => void
}

export function createList(context: StoreContext): ListPart {
  const { entity, entities, metas, settings, state } = context
  const asked = createAsked()
  const pages = createPages(context, asked)
  const wishes = createWishes(context)
  let initialising: Promise<void> | undefined
  let hasPage = false
  const get = state.getSnapshot

  const start = async () => {
    state.set({ status: 'loading', error: null })
    try {
      const reading = metas.get(entity)
      await settings.load()
      if (wishes.needMeta()) adoptWishes(await reading)
      const listed = part.reload()
      adoptWishes(await reading)
      await listed
    } catch (error) {
      // Rows on their way are of no use without what says how to draw them.
      asked.begin()
      fail(error)
    }
  }

  const adoptWishes = (meta: Meta) => {
    // The search box was used before its fields were known.
    const isLate = wishes.adopt(meta) && asked.generation > 0 && get().searchText.trim() !== ''
    part.applyMeta(meta)
    if (isLate) void part.reload(true)
  }

  const fail = (error: unknown) => {
    const problem = toApiError(error)
    const status = statusOf(problem)
    asked.hasFailed = true
    // Rows that are there stay, unless they are not this person's to see any more.
    if (status === 'failed' && hasPage && get().meta && get().activeList.length > 0) {
      asked.isBehind = asked.isChanging
      state.set({ status: 'ready', error: problem, isLoading: false })
      return
    }
    initialising = undefined
    hasPage = false
    state.set({ status, error: problem, isLoading: false, activeList: [], selected: [] })
  }

  const settled = () => (hasPage && get().meta ? 'ready' : get().status)

  const takeFirstPage = (answer: ListAnswer) => {
    const page = firstPage(get(), answer, asked.isBehind)
    hasPage = true
    Object.assign(asked, { hasFailed: false, isChanging: false, isBehind: false })
    pages.restart()
    state.set(page)
    state.set({ status: settled() })
    part.onReplaced()
  }

  const part: ListPart = {
    asked,
    pages,
    initialise: () => (initialising ??= start()),
    async reload(isChanged = false, rows = 0) {
      const number = asked.begin()
      asked.isChanging ||= isChanged
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
    requery(change) {
      const listInfo = { ...get().listInfo, currentPage: 1, limitStart: 0, resetScroll: true }
      state.set({ ...change, selected: [], listInfo })
      return part.reload(true)
    },
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
      wishes.applyMeta(meta)
      state.set({ status: settled() })
    },
    keepRows() {
      if (asked.isChanging) return false
      asked.begin()
      state.set({ isLoading: false })
      return true
    },
    settle() {
      asked.hasFailed = false
      if (get().error) state.set({ error: null })
    },
    onReplaced: () => undefined,
  }
  return part
}

/** The list as it stands with its first page, which takes the place of all rows. */
function firstPage({ listInfo }: EntityState, answer: ListAnswer, isBehind: boolean): Partial<EntityState> {
  return {
    activeList: answer.data,
    listMeta: { fieldInfo: answer.field_info, titleField: answer.title_field },
    listInfo: {
      ...listInfo,
      totalCount: answer.count,
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
