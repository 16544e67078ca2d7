import { type EntityRecord, type FilterPart, limits } from '@tavla/contract'
import type { ApiError } from '../api-error.ts'
import { createListeners } from '../listeners.ts'
import type { StoreContext } from './context.ts'
import type { EntityStore } from './entity-store.ts'
import { narrowed } from './filter-groups.ts'
import { type GroupLine, isRecordRow, linesOf } from './grouped-lines.ts'
import { criteriaOf, type LaneStore, laneOf } from './lanes.ts'
import type { View } from './list-pages.ts'
import { fieldsQuery, pageQuery } from './list-query.ts'
import type { LiveEvents } from './live-events.ts'
import { type EntityState, statusOf } from './state.ts'

export { type GroupLine, headId, isRecordRow } from './grouped-lines.ts'
export { readRows } from './read-rows.ts'

/** A group of a list, as its screen shows it. */
export interface ShownGroup {
  key: string
  /** The condition of its records, within those of the list. */
  where: FilterPart
  count: number
  isOpen: boolean
}

/** A list whose rows are heads of groups and the records below them; otherwise the store of the list. */
export interface GroupedStore extends EntityStore {
  /**
   * Sets the groups in their order; null while they are unknown, with the error that is the reason. The former ones of the
   * same field stay until then.
   */
  show(groupBy: string, groups: readonly ShownGroup[] | null, error: ApiError | null): void
  /** The lines of the present rows, one for each. */
  lines(): readonly GroupLine[]
  /** Reads the records of a group again that could not be read. */
  retryGroup(key: string): void
  /** Reads records of the open groups in their order, by key, together as many as one call returns; throws ApiError. */
  readGroupsForPaper(): Promise<ReadonlyMap<string, readonly EntityRecord[]>>
}

/** The records of a group, which are read while they are near the view. */
interface HeldLane {
  lane: LaneStore
  /** Its rows that were in sight last. */
  view: View | undefined
  /** Ends the reading; undefined while the group is out of sight. */
  leave: (() => void) | undefined
  forget: () => void
}

/** Lines beyond the view from which on a group is read. */
const ahead = 6

const groupedStores = new WeakMap<EntityStore, GroupedStore>()

/** The list of a store with groups; each call returns the same one. */
export function groupedOf(store: EntityStore): GroupedStore {
  const grouped = groupedStores.get(store) ?? store.extend((context) => createGrouped(store, context))
  groupedStores.set(store, grouped)
  return grouped
}

function createGrouped(store: EntityStore, context: StoreContext): GroupedStore & LiveEvents {
  const changes = createListeners()
  const lanes = new Map<string, HeldLane>()
  let groups: readonly ShownGroup[] | null = null
  let shownBy = ''
  let failure: ApiError | null = null
  let isEntered = false
  let shown: { state: EntityState; lines: readonly GroupLine[] } | undefined
  let criteria = ''

  const tell = () => {
    shown = undefined
    changes.tell()
  }

  /** Lanes out of sight answer an older query. */
  const followCriteria = () => {
    const next = JSON.stringify(criteriaOf(store.getSnapshot()))
    if (next === criteria) return
    criteria = next
    for (const [key, { leave, forget }] of lanes) {
      if (leave) continue
      forget()
      lanes.delete(key)
    }
  }
  store.subscribe(() => {
    followCriteria()
    if (isEntered) tell()
  })

  const present = () => (shown ??= compose(store.getSnapshot(), { groups, failure, lanes }))

  const laneFor = ({ key, where }: ShownGroup): HeldLane => {
    const lane = laneOf(store, { where, fields: fieldsQuery(store.getSnapshot()).fields ?? [] })
    const held = lanes.get(key)
    if (held?.lane === lane) return held
    held?.leave?.()
    held?.forget()
    const made: HeldLane = { lane, view: undefined, leave: undefined, forget: lane.subscribe(tell) }
    lanes.set(key, made)
    return made
  }

  /** Reads the groups with these parts in sight, and no others. */
  const look = (views: ReadonlyMap<string, View>) => {
    for (const group of groups ?? []) {
      const view = views.get(group.key)
      if (!view) continue
      const held = laneFor(group)
      held.lane.setItemsPerPage(store.getSnapshot().listInfo.itemsPerPage)
      held.leave ??= held.lane.enter(held.view)
      held.lane.clearResetScroll()
      held.view = view
      held.lane.setView(view)
    }
    for (const [key, held] of lanes) if (!views.has(key)) leave(held)
  }

  const leave = (held: HeldLane) => {
    held.leave?.()
    held.leave = undefined
  }

  const each = (work: (lane: LaneStore) => void) => {
    for (const { lane } of lanes.values()) work(lane)
  }

  return {
    ...store,
    getSnapshot: () => present().state,
    subscribe: changes.listen,
    lines: () => present().lines,
    show(groupBy, next, error) {
      if (next !== null || groupBy !== shownBy) groups = next
      shownBy = groupBy
      failure = error
      tell()
    },
    enter() {
      const end = store.enter()
      isEntered = true
      context.shownRows = () => present().state.activeList.filter(isRecordRow)
      tell()
      return () => {
        isEntered = false
        context.shownRows = undefined
        for (const held of lanes.values()) leave(held)
        end()
      }
    },
    setView: ({ first, last }) => look(viewsOf(present().lines, first - ahead, last + ahead)),
    setItemsPerPage(items) {
      store.setItemsPerPage(items)
      each((lane) => lane.setItemsPerPage(items))
    },
    loadMore: () => Promise.resolve(),
    hold() {
      const ends = [store.hold()]
      each((lane) => ends.push(lane.hold()))
      return () => {
        for (const end of ends) end()
      }
    },
    retryGroup: (key) => void lanes.get(key)?.lane.retry(),
    async readGroupsForPaper() {
      const state = store.getSnapshot()
      const read = new Map<string, readonly EntityRecord[]>()
      let room: number = limits.pageCap
      for (const { key, where, isOpen } of groups ?? []) {
        if (!isOpen || room === 0) continue
        const query = pageQuery({ ...state, group: narrowed(state.group, where) }, 0, room)
        const { data } = await context.entities.list(context.entity, query)
        read.set(key, data)
        room -= data.length
      }
      return read
    },
    async update(id, fields) {
      const saved = await store.update(id, fields)
      each((lane) => lane.take(saved.entity))
      return saved
    },
    async updateMany(all) {
      const saved = await store.updateMany(all)
      each((lane) => {
        for (const record of saved) lane.take(record)
      })
      return saved
    },
    async remove(id, query) {
      await store.remove(id, query)
      each((lane) => lane.drop(id))
    },
    take(record) {
      store.take(record)
      each((lane) => lane.take(record))
    },
    handleEvent: () => undefined,
    handleJoined: () => undefined,
    handleReturn: () => undefined,
  }
}

interface Parts {
  groups: readonly ShownGroup[] | null
  failure: ApiError | null
  lanes: ReadonlyMap<string, HeldLane>
}

/** The state of the list, with the lines of its groups as rows. */
function compose(state: EntityState, { groups, failure, lanes }: Parts) {
  if (groups === null) {
    const status = state.status !== 'ready' ? state.status : failure ? statusOf(failure) : 'loading'
    return { state: { ...state, activeList: [], status, error: failure ?? state.error }, lines: [] }
  }
  const { lines, rows } = linesOf(
    groups.map(({ key, count, isOpen }) => ({ key, count, isOpen, state: lanes.get(key)?.lane.getSnapshot() })),
    state.listInfo.itemsPerPage,
  )
  const isReading = [...lanes.values()].some(({ lane, leave }) => leave && lane.getSnapshot().isLoading)
  return { state: { ...state, activeList: rows, isLoading: state.isLoading || isReading }, lines }
}

/** The rows in sight of each group, by its own indexes. */
function viewsOf(lines: readonly GroupLine[], first: number, last: number): Map<string, View> {
  const views = new Map<string, View>()
  for (let index = Math.max(0, first); index <= Math.min(last, lines.length - 1); index++) {
    const { kind, group = '', at = -1 } = lines[index] ?? {}
    if (at < 0 || kind === 'fault') continue
    const view = views.get(group)
    // Rows may always move: the list keeps the first row in sight at its place.
    views.set(group, { first: view?.first ?? at, last: at, isAtTop: true })
  }
  return views
}
