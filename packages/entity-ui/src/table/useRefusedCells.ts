import type { EntityStore } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type CellEdits, createCellEdits } from './cell-edits.ts'

/** The edits of each list: a table that is left and entered again shows refused cells as they were. */
const known = new WeakMap<EntityStore, CellEdits>()

/** The edits of a list's cells, for as long as its store lives. */
export function editsOf(store: EntityStore): CellEdits {
  const edits = known.get(store) ?? createCellEdits()
  known.set(store, edits)
  return edits
}

/** The tables that were left while cells were being saved, with what ends the wait for them. */
const left = new WeakMap<CellEdits, () => void>()

/** The refused cells of a table; a notice tells of them when somebody leaves it. */
export function useRefusedCells(edits: CellEdits) {
  const { t } = useI18n()
  const refused = useSyncExternalStore(edits.watch, edits.refused)
  const tell = useRef<(count: number) => void>(undefined)
  useEffect(() => {
    tell.current = (count) =>
      notify(t('Cells that were not saved: {0}. They stay marked in the table.', [count]), { tone: 'error' })
  })
  useEffect(() => {
    left.get(edits)?.()
    return () =>
      void left.set(
        edits,
        whenSaved(edits, (count) => tell.current?.(count)),
      )
  }, [edits])
  return { refused }
}

/** Calls back once no cell is being saved, if some were refused; the returned function ends the wait. */
function whenSaved(edits: CellEdits, tell: (refused: number) => void): () => void {
  const check = () => {
    if (edits.isSaving()) return
    stop()
    if (edits.refused().length > 0) tell(edits.refused().length)
  }
  const stop = edits.watch(check)
  check()
  return stop
}
