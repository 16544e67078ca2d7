import { type EntityRecord, type ListAnswer, limits } from '@tavla/contract'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import { countQuery, idsQuery, pageQuery } from './list-query.ts'
import { placeRows, refreshRows, withoutRows } from './rows.ts'

/** What a batch of live events says about the list. */
export interface Changes {
  changed: ReadonlySet<string>
  created: ReadonlySet<string>
  deleted: ReadonlySet<string>
  renamed: ReadonlyMap<string, string>
}

/** Keeps the rows in sight fresh; the others are marked stale and read when they come into sight (contract 4.4). */
export interface RefreshPart {
  markStale(): void
  /** Reads the pages in sight again, at their places. */
  refetchView(): Promise<void>
  /** Newer values without moving a row: new records are announced, deleted ones go. */
  refreshInPlace(changes: Changes): Promise<void>
  /** As `refreshInPlace`, where nobody said which records changed. */
  refreshAllInPlace(): Promise<void>
  /** True when a row in sight is stale. */
  isViewStale(): boolean
}

export function createRefresh({ entity, entities, state }: StoreContext, list: ListPart): RefreshPart {
  /** Rows as they were drawn last; one that was read again is another object. */
  let stale = new WeakSet<EntityRecord>()
  let announced = new Set<string>()
  const get = state.getSnapshot

  /** Whole pages that the view touches. */
  const pagesInView = () => {
    const size = get().listInfo.itemsPerPage
    const { first, last } = list.view
    const start = Math.floor(first / size) * size
    const end = (Math.floor(Math.max(first, last) / size) + 1) * size
    return { start: Math.min(start, get().activeList.length), length: Math.min(end - start, limits.pageCap) }
  }

  const rowsInPages = () => {
    const { start, length } = pagesInView()
    return get().activeList.slice(start, start + length)
  }

  const takeCounts = ({ count, open_count }: ListAnswer) => {
    const { activeList, listInfo } = get()
    state.set({
      listInfo: { ...listInfo, totalCount: count, itemsLoaded: activeList.length },
      openCount: open_count ?? null,
      newRecords: announced.size,
    })
    list.settle()
  }

  /** Without the selected ones that are gone; those that only moved out of what is loaded stay. */
  const checkSelected = async () => {
    const held = new Set(get().activeList.map((row) => row.id))
    const lost = get().selected.filter((id) => !held.has(id))
    if (lost.length === 0) return
    const number = list.generation
    const found = new Set((await entities.list(entity, idsQuery(get(), lost))).data.map((row) => row.id))
    if (number === list.generation) dropSelected(new Set(lost.filter((id) => !found.has(id))))
  }

  const dropSelected = (gone: ReadonlySet<string>, renamed: ReadonlyMap<string, string> = new Map()) => {
    const { selected } = get()
    if (!selected.some((id) => gone.has(id) || renamed.has(id))) return
    state.set({ selected: selected.filter((id) => !gone.has(id)).map((id) => renamed.get(id) ?? id) })
  }

  list.onReplaced = () => {
    stale = new WeakSet()
    announced = new Set()
  }

  const part: RefreshPart = {
    markStale() {
      stale = new WeakSet(get().activeList)
    },
    async refetchView() {
      const { start, length } = pagesInView()
      const number = list.generation
      const answer = await entities.list(entity, pageQuery(get(), start, length))
      if (number !== list.generation) return
      state.set({ activeList: placeRows(get().activeList, start, answer.data, answer.count) })
      if (start === 0) announced = new Set()
      takeCounts(answer)
      await checkSelected()
    },
    async refreshInPlace({ changed, created, deleted, renamed }) {
      const number = list.generation
      state.set({ activeList: withoutRows(get().activeList, deleted) })
      dropSelected(deleted)
      const held = new Set(get().activeList.map((row) => row.id))
      const inSight = rowsInPages().filter((row) => changed.has(row.id))
      const ids = [...inSight.map((row) => renamed.get(row.id) ?? row.id), ...created]
      const [fresh, counted] = await Promise.all([
        ids.length > 0 ? entities.list(entity, idsQuery(get(), ids)) : undefined,
        entities.list(entity, countQuery(get())),
      ])
      if (number !== list.generation) return
      const found = new Set(fresh?.data.map((row) => row.id))
      for (const id of created) if (found.has(id) && !held.has(id)) announced.add(id)
      for (const id of deleted) announced.delete(id)
      // What stopped matching goes, unless the reader holds on to it.
      const { selected, activeId } = get()
      const gone = inSight.filter(({ id }) => !found.has(renamed.get(id) ?? id) && id !== activeId)
      const lost = new Set(gone.map((row) => row.id).filter((id) => !selected.includes(id)))
      state.set({ activeList: withoutRows(refreshRows(get().activeList, fresh?.data ?? [], renamed), lost) })
      dropSelected(new Set(), renamed)
      takeCounts(counted)
    },
    async refreshAllInPlace() {
      const number = list.generation
      const { data } = await entities.list(entity, pageQuery(get(), 0, get().listInfo.itemsPerPage))
      if (number !== list.generation) return
      const held = new Set(get().activeList.map((row) => row.id))
      const created = new Set(data.map((row) => row.id).filter((id) => !held.has(id)))
      const changed = new Set(rowsInPages().map((row) => row.id))
      await part.refreshInPlace({ changed, created, deleted: new Set(), renamed: new Map() })
    },
    isViewStale() {
      const { first, last } = list.view
      return get()
        .activeList.slice(first, last + 1)
        .some((row) => stale.has(row))
    },
  }
  return part
}
