import type { EntityState, EntityStore } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback } from 'react'
import type { RowKeys } from './useRovingRows.ts'

/**
 * What a row's box does, and the keys that select; undefined and none where the person may not change records. Says so when
 * no more can be selected.
 */
export function useSelectRow({ meta, selected }: EntityState, store: EntityStore, canSelect: boolean) {
  const { t } = useI18n()
  const select = useCallback(
    (id: string) => {
      if (!store.toggleSelected(id)) notify(t('No more than {0} records can be selected.', [limits.bulkItems]))
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
