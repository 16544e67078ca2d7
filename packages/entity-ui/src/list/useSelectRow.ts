import type { EntityState, EntityStore } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback, useRef } from 'react'
import type { RowKeys } from './useRovingRows.ts'

/**
 * What a row's box does, and the keys that select; undefined and none where the person may not change records. With Shift
 * they take all rows from the one chosen last. Says so when no more can be selected.
 */
export function useSelectRow({ meta, selected }: EntityState, store: EntityStore, canSelect: boolean) {
  const { t } = useI18n()
  /** The row chosen last, where a range begins. */
  const last = useRef<string | null>(null)
  const select = useCallback(
    (id: string, isRange = false) => {
      const from = store.getSnapshot().selected.length > 0 ? last.current : null
      last.current = id
      const isDone = isRange && from !== null ? store.toggleRange(from, id) : store.toggleSelected(id)
      if (!isDone) notify(t('No more than {0} records can be selected.', [limits.bulkItems]))
    },
    [store, t],
  )
  if (!canSelect || meta?.doc_meta.permissions.write !== 1) return { onSelect: undefined, selectKeys: {} }
  const selectKeys: RowKeys = {
    onSelect: select,
    onSelectAll: store.selectAll,
    ...(selected.length > 0 && { onClear: store.clearSelection }),
  }
  return { onSelect: select, selectKeys }
}
