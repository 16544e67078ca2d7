import type { EntityState, EntityStore } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'

/** The box that selects the rows which are read, or none: in the head of the columns, else beside the count. */
export function SelectAll({ state, store }: { state: EntityState; store: EntityStore }) {
  const { t } = useI18n()
  const { selected, activeList } = state
  const hasSelection = selected.length > 0
  const isAll = hasSelection && selected.length >= activeList.length
  return (
    <Checkbox
      aria-label={t('Select All')}
      title={t('Select All')}
      isChecked={isAll}
      isMixed={hasSelection && !isAll}
      onChange={() => (isAll ? store.clearSelection() : store.selectAll())}
    />
  )
}
