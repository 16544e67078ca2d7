import type { EntityState, EntityStore } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback, useRef } from 'react'
import type { RowKeys } from './useRovingRows.ts'

/**
 * The action of a row's box, and the keys that select; absent if the person may not change records. Shift selects the
 * range from the row selected last. Reports when the maximum is reached.
 */
export function useSelectRow({ meta, selected }: EntityState, store: EntityStore, canSelect: boolean | 'always') {
  const { t } = useI18n()
  /** The row selected last, where a range starts. */
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
  if (canSelect !== 'always' && !(canSelect && meta?.doc_meta.permissions.write === 1))
    return { onSelect: undefined, selectKeys: {} }
  const selectKeys: RowKeys = {
    onSelect: select,
    onSelectAll: store.selectAll,
    ...(selected.length > 0 && { onClear: store.clearSelection }),
  }
  return { onSelect: select, selectKeys }
}
