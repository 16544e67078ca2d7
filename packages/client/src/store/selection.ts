import { type EntityRecord, limits } from '@tavla/contract'
import type { WritableObservable } from '../observable.ts'
import type { EntityState } from './state.ts'

type Selected = Pick<EntityState, 'selected' | 'isAllSelected'>

/** Whether a row is selected, also one that was read after all that match were. */
export const isRowSelected = ({ selected, isAllSelected }: Selected, id: string): boolean =>
  isAllSelected || selected.includes(id)

/** How many records an action on the selection changes. */
export const selectedCount = (state: Selected & Pick<EntityState, 'listInfo'>): number =>
  state.isAllSelected ? state.listInfo.totalCount : state.selected.length

/** The rows selected for a bulk action; at most 500. */
export interface Selection {
  /** False when the maximum is reached. */
  toggleSelected(id: string): boolean
  /** Selects or deselects the range, following the state that row `to` ends in. False when the maximum is reached. */
  toggleRange(from: string, to: string): boolean
  /** Selects the loaded rows, up to the maximum. */
  selectAll(): void
  /** Selects all matching records, also those that are not read yet. */
  selectMatching(): void
  clearSelection(): void
  /** Shows row boxes before anything is selected, on small screens. */
  setSelecting(isSelecting: boolean): void
}

/** `rowsOf` gives the rows as a screen shows them, in its order. */
export function createSelection(
  state: WritableObservable<EntityState>,
  rowsOf: () => readonly EntityRecord[] = () => state.getSnapshot().activeList,
): Selection {
  const get = state.getSnapshot

  const toggleSelected = (id: string) => {
    const { selected: chosen, isAllSelected } = get()
    // All that match but one can't be named: the loaded ones stay.
    const selected = isAllSelected
      ? rowsOf()
          .slice(0, limits.bulkItems)
          .map((row) => row.id)
      : chosen
    const others = selected.filter((other) => other !== id)
    const isOn = !isAllSelected && others.length === selected.length
    if (isOn && selected.length >= limits.bulkItems) return false
    state.set({ selected: isOn ? [...selected, id] : others, isAllSelected: false })
    return true
  }

  return {
    toggleSelected,
    toggleRange(from, to) {
      const { selected } = get()
      const ids = rowsOf().map((row) => row.id)
      const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
      if (start < 0 || end < 0) return toggleSelected(to)
      const between = ids.slice(Math.min(start, end), Math.max(start, end) + 1)
      const others = selected.filter((id) => !between.includes(id))
      if (selected.includes(to)) {
        state.set({ selected: others, isAllSelected: false })
        return true
      }
      // If there are too many, the rows nearest to the start of the range are selected.
      if (end < start) between.reverse()
      const all = [...others, ...between]
      state.set({ selected: all.slice(0, limits.bulkItems) })
      return all.length <= limits.bulkItems
    },
    selectAll() {
      const rows = rowsOf().slice(0, limits.bulkItems)
      state.set({ selected: rows.map((row) => row.id) })
    },
    selectMatching: () => state.set({ isAllSelected: true }),
    clearSelection() {
      if (get().selected.length > 0 || get().isSelecting)
        state.set({ selected: [], isSelecting: false, isAllSelected: false })
    },
    setSelecting: (isSelecting) => state.set({ isSelecting }),
  }
}
