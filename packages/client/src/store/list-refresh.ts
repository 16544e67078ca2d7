import { type EntityRecord, type ListAnswer, limits } from '@tavla/contract'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import type { View } from './list-pages.ts'
import { countQuery, fittingIds, idsQuery, pageQuery } from './list-query.ts'
import { placeRows, refreshRows, withoutRows } from './rows.ts'
import type { EntityState } from './state.ts'

/** The changes in a batch of live events. */
export interface ListChanges {
  changed: ReadonlySet<string>
  created: ReadonlySet<string>
  deleted: ReadonlySet<string>
  renamed: ReadonlyMap<string, string>
}

/**
 * Keeps visible rows fresh; marks the others as stale and reads them when they become visible (reference:
 * live-events, In the client).
 */
export interface RefreshPart {
  markStale(): void
  /**
   * Reads the visible pages again, at their places; updates rows only in place if `mayMove` returns false
   * when the answer arrives.
   */
  refetchView(mayMove?: () => boolean): Promise<void>
  /** Updates values without moving a row: new records are announced, deleted ones removed. */
  refreshInPlace(changes: ListChanges): Promise<void>
  /** As `refreshInPlace`, when the changed records are unknown. */
  refreshAllInPlace(): Promise<void>
  /** True when a visible row is stale. */
  isViewStale(): boolean
}

export function createRefresh({ entity, entities, state }: StoreContext, list: ListPart): RefreshPart {
  /** Stale row objects; a row that was read again is another object. */
  let stale = new WeakSet<EntityRecord>()
  let announced = new Set<string>()
  const get = state.getSnapshot

  const rowsInPages = () => {
    const { start, length } = pagesInView(get(), list.pages.view)
    return get().activeList.slice(start, start + length)
  }

  const takeCounts = ({ count, complete, open_count }: ListAnswer) => {
    const { activeList, listInfo } = get()
    state.set({
      listInfo: { ...listInfo, totalCount: count, isAtLeast: complete === 0, itemsLoaded: activeList.length },
      openCount: open_count ?? null,
      newRecords: announced.size,
    })
    list.settle()
  }

  /** Deselects records that are gone, and keeps those that only left the loaded rows. */
  const checkSelected = async () => {
    const held = new Set(get().activeList.map((row) => row.id))
    const lost = get().selected.filter((id) => !held.has(id))
    if (lost.length === 0) return
    const number = list.request.generation
    const gone = await findGone(lost)
    if (number === list.request.generation) dropSelected(gone)
  }

  /** The ids that no longer match, among as many as one request may name. */
  const findGone = async (ids: readonly string[]) => {
    const gone = new Set(fittingIds(ids))
    if (gone.size === 0) return gone
    for (const { id } of (await entities.list(entity, idsQuery(get(), ids))).data) gone.delete(id)
    return gone
  }

  const dropSelected = (gone: ReadonlySet<string>, renamed: ReadonlyMap<string, string> = new Map()) => {
    const { selected } = get()
    if (!selected.some((id) => gone.has(id) || renamed.has(id))) return
    const left = selected.filter((id) => !gone.has(id)).map((id) => renamed.get(id) ?? id)
    state.set({ selected: left, isAllSelected: get().isAllSelected && left.length > 0 })
  }

  list.onReplaced = () => {
    stale = new WeakSet()
    announced = new Set()
  }

  const part: RefreshPart = {
    markStale() {
      stale = new WeakSet(get().activeList)
    },
    async refetchView(mayMove = () => true) {
      const { start, length } = pagesInView(get(), list.pages.view)
      const number = list.request.generation
      const answer = await entities.list(entity, pageQuery(get(), start, length))
      if (number !== list.request.generation) return
      if (!mayMove()) return part.refreshAllInPlace()
      state.set({ activeList: placeRows(get().activeList, start, answer.data, answer.count) })
      if (start === 0) announced = new Set()
      takeCounts(answer)
      await checkSelected()
    },
    async refreshInPlace({ changed, created, deleted, renamed }) {
      const number = list.request.generation
      state.set({ activeList: withoutRows(get().activeList, deleted) })
      dropSelected(deleted)
      const held = new Set(get().activeList.map((row) => row.id))
      const inSight = rowsInPages().filter((row) => changed.has(row.id))
      const ids = [...inSight.map((row) => renamed.get(row.id) ?? row.id), ...created]
      const [fresh, counted] = await Promise.all([
        ids.length > 0 ? entities.list(entity, idsQuery(get(), ids)) : undefined,
        entities.list(entity, countQuery(get())),
      ])
      if (number !== list.request.generation) return
      const found = new Set(fresh?.data.map((row) => row.id))
      const asked = new Set(fittingIds(ids))
      for (const id of created) if (found.has(id) && !held.has(id)) announced.add(id)
      for (const id of deleted) announced.delete(id)
      // Rows that no longer match are removed, unless they are open or selected; where all that match are selected, these
      // are no longer.
      const { selected, isAllSelected, activeId } = get()
      const isGone = (id: string) => asked.has(id) && !found.has(id)
      const gone = inSight.filter(({ id }) => isGone(renamed.get(id) ?? id) && id !== activeId)
      const lost = new Set(gone.map((row) => row.id).filter((id) => isAllSelected || !selected.includes(id)))
      state.set({ activeList: withoutRows(refreshRows(get().activeList, fresh?.data ?? [], renamed), lost) })
      dropSelected(lost, renamed)
      takeCounts(counted)
    },
    async refreshAllInPlace() {
      const number = list.request.generation
      const [{ data }, deleted] = await Promise.all([
        entities.list(entity, pageQuery(get(), 0, get().listInfo.itemsPerPage)),
        findGone(get().selected),
      ])
      if (number !== list.request.generation) return
      const changed = new Set(rowsInPages().map((row) => row.id))
      await part.refreshInPlace({ changed, created: findCreated(data, get()), deleted, renamed: new Map() })
    },
    isViewStale() {
      const { first, last } = list.pages.view
      return get()
        .activeList.slice(first, last + 1)
        .some((row) => stale.has(row))
    },
  }
  return part
}

/** The whole pages that the view touches. */
function pagesInView({ activeList, listInfo }: EntityState, { first, last }: View) {
  const size = listInfo.itemsPerPage
  const start = Math.floor(first / size) * size
  const end = (Math.floor(Math.max(first, last) / size) + 1) * size
  return { start: Math.min(start, activeList.length), length: Math.min(end - start, limits.pageCap) }
}

/** The new records in a first page that was read again; rows that moved up because others were removed are not new. */
function findCreated(page: readonly EntityRecord[], { activeList, listInfo }: EntityState) {
  const held = new Set(activeList.map((row) => row.id))
  const lastHeld = page.findLastIndex((row) => held.has(row.id))
  const isWhole = activeList.length >= listInfo.totalCount || lastHeld < 0
  return new Set(page.filter(({ id }, at) => !held.has(id) && (isWhole || at < lastHeld)).map((row) => row.id))
}
