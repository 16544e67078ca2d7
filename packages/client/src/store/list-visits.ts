import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import type { LivePart } from './list-live.ts'
import type { View } from './list-pages.ts'
import type { RefreshPart } from './list-refresh.ts'
import type { Selection } from './selection.ts'

/** The screens that show a list; the store reads and follows the list while there is one. */
export interface VisitsPart {
  /**
   * Call it when a list screen opens: reads the list (again) and follows it live, until the returned function is
   * called. `left` restores the rows that were visible when the person left.
   */
  enter(left?: View): () => void
  /** True while a screen shows the list. */
  isListed(): boolean
}

interface Parts {
  list: ListPart
  refresh: RefreshPart
  updates: LivePart
  selection: Selection
}

export function createVisits({ entity, live, state }: StoreContext, parts: Parts): VisitsPart {
  const { list, refresh, updates, selection } = parts
  let visits = 0
  let leaveRooms: (() => void) | undefined

  const read = (left: View | undefined) => {
    const { status, activeList, listInfo } = state.getSnapshot()
    const wanted = left ? Math.min(left.last + 1, listInfo.totalCount) : 0
    if (status !== 'ready') return list.initialise()
    // The person may have left while the list was read from its top; that answer would lose the place.
    if (left && wanted <= activeList.length && list.keepRows()) return readWhereLeft(left)
    return list.reload(false, wanted)
  }

  /** The rows in memory stay, and are read again as they become visible. */
  const readWhereLeft = async (left: View) => {
    list.pages.setView(left)
    refresh.markStale()
    await refresh.refetchView().catch(() => list.reload(false, left.last + 1))
  }

  const leave = () => {
    leaveRooms?.()
    list.pages.stop()
    selection.clearSelection()
    updates.stop()
  }

  return {
    enter(left) {
      if (++visits === 1) {
        const releases = [live.watchList(entity), live.watchRecord('Entity', entity)]
        leaveRooms = () => {
          for (const release of releases) release()
        }
        void read(left)
      }
      let isHere = true
      return () => {
        if (isHere && --visits === 0) leave()
        isHere = false
      }
    },
    isListed: () => visits > 0,
  }
}
