import type { EntityRecord, FilterPart } from '@tavla/contract'
import { timing } from '../timing.ts'
import type { StoreContext } from './context.ts'
import type { EntityStore, ListStore, StoreParts } from './entity-store.ts'
import { narrowed } from './filter-groups.ts'
import type { LiveEvents } from './live-events.ts'
import type { EntityState } from './state.ts'

/** The records of a lane, within those of its list. */
export interface LaneQuestion {
  where: FilterPart
  /** Fieldnames that its rows need. */
  fields: readonly string[]
  /** Instead of the list's order. */
  orderBy?: string
}

/** A part of a list that is read, windowed and followed live by itself, such as a column of a board. */
export interface LaneStore extends ListStore {
  /** Shows a record at a place before it is saved there. */
  put(record: EntityRecord, at: number): void
}

/** A lane as its list knows it. */
interface OwnLane extends LaneStore, LiveEvents {
  /** True while a screen shows the lane. */
  isListed(): boolean
  /** Sets the query, and reads anew what was read. */
  follow(query: Partial<EntityState>): void
}

/** The lanes of a list. */
interface LanesPart extends LiveEvents {
  lane(question: LaneQuestion): LaneStore
}

/** Maximum number of lanes in memory. */
const maxLanes = 200

const lanesOf = new WeakMap<EntityStore, LanesPart>()

/**
 * A part of a list, whose search, filters and order are those of the list and change with them. The same store for the
 * same question, until the list asks for something else while no screen shows the lane.
 */
export function laneOf(store: EntityStore, question: LaneQuestion): LaneStore {
  const lanes = lanesOf.get(store) ?? store.extend(createLanes)
  lanesOf.set(store, lanes)
  return lanes.lane(question)
}

function createLanes({ entity, state }: StoreContext, makeParts: () => StoreParts): LanesPart {
  const lanes = new Map<string, { question: LaneQuestion; store: OwnLane }>()
  const pass = inTurns((events) => {
    const shown = [...lanes.values()].filter(({ store }) => store.isListed())
    for (const { store } of shown) for (const event of events) store.handleEvent('list_update', event)
    return shown.length * timing.laneRefetch
  })
  let known = JSON.stringify(criteriaOf(state.getSnapshot()))

  state.subscribe(() => {
    const next = JSON.stringify(criteriaOf(state.getSnapshot()))
    if (next === known) return
    known = next
    for (const [key, { store, question }] of lanes) {
      if (store.isListed()) store.follow(queryOf(state.getSnapshot(), question))
      else lanes.delete(key)
    }
  })

  const makeRoom = () => {
    for (const [key, { store }] of lanes) if (lanes.size >= maxLanes && !store.isListed()) lanes.delete(key)
  }

  return {
    lane(question) {
      const key = JSON.stringify(question)
      const held = lanes.get(key)
      if (held) return held.store
      makeRoom()
      const store = createLane(makeParts())
      store.follow(queryOf(state.getSnapshot(), question))
      lanes.set(key, { question, store })
      return store
    },
    handleEvent(name, payload) {
      if (name !== 'list_update' || (payload as { entity?: unknown }).entity !== entity) return
      pass(payload)
    },
    handleJoined(isAgain) {
      for (const { store } of lanes.values()) store.handleJoined(isAgain)
    },
    handleReturn() {
      for (const { store } of lanes.values()) store.handleReturn()
    },
  }
}

/**
 * Passes events on at once, and then those that came during a pause together; `take` returns the length of the pause, in
 * milliseconds. Each lane reads for itself, so that many of them would otherwise ask too much of the server while others work.
 */
function inTurns(take: (events: readonly unknown[]) => number): (event: unknown) => void {
  let waiting: unknown[] = []
  let isPausing = false
  const flush = () => {
    isPausing = waiting.length > 0
    if (!isPausing) return
    const events = waiting
    waiting = []
    setTimeout(flush, take(events))
  }
  return (event) => {
    waiting.push(event)
    if (!isPausing) flush()
  }
}

function createLane({ context, store, list, isListed }: StoreParts): OwnLane {
  const { state } = context
  return {
    ...store,
    isListed,
    follow(query) {
      if (state.getSnapshot().status === 'idle') state.set(query)
      else void list.requery(query)
    },
    put(record, at) {
      const { activeList, listInfo } = state.getSnapshot()
      // A read that was under way may have brought it already.
      const others = activeList.filter(({ id }) => id !== record.id)
      const rows = others.toSpliced(at, 0, record)
      const totalCount = listInfo.totalCount + rows.length - activeList.length
      state.set({ activeList: rows, listInfo: { ...listInfo, totalCount, itemsLoaded: rows.length } })
    },
  }
}

/** The query of a list, which its lanes share. */
export const criteriaOf = ({ filters, group, searchText, scope, orderBy }: EntityState) => ({
  ...{ filters, group, searchText: searchText.trim(), scope, orderBy },
})

/** The query of a lane. Its display counts as that of an address, so that the first read keeps it. */
function queryOf(list: EntityState, { where, fields, orderBy = list.orderBy }: LaneQuestion): Partial<EntityState> {
  const { layout, groupBy, layoutFields } = list
  const query = { ...criteriaOf(list), orderBy, listFields: fields, group: narrowed(list.group, where) }
  return { ...query, addressed: { orderBy, listFields: fields, layout, columns: [], groupBy, layoutFields } }
}
