import type { EntityState, EntityStore } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox } from '@tavla/ui'
import { lazy, Suspense, useState } from 'react'

const BulkEdit = lazy(() => import('../bulk/BulkEdit.tsx'))

interface ListSummaryProps {
  state: EntityState
  store: EntityStore
  canSelect: boolean
}

/** How many records match, and what can be done with the selected ones (spec 2.8, contract 9.3). */
export function ListSummary({ state, store, canSelect }: ListSummaryProps) {
  const { t, formatNumber } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const { selected, activeList, meta, listInfo, status, layout } = state
  const canWrite = canSelect && meta?.doc_meta.permissions.write === 1
  const hasSelectAll = canWrite && layout === 'List' && activeList.length > 0
  const hasSelection = selected.length > 0
  const isAll = hasSelection && selected.length >= activeList.length
  return (
    <div className="list-summary">
      {hasSelectAll && (
        <Checkbox
          aria-label={t('Select All')}
          title={t('Select All')}
          isChecked={isAll}
          isMixed={hasSelection && !isAll}
          onChange={() => (isAll ? store.clearSelection() : store.selectAll())}
        />
      )}
      <p className="list-count" aria-live="polite">
        {hasSelection && <Text source="{0} selected" args={[selected.length]} />}
        {!hasSelection && status === 'ready' && (
          <>
            <bdi className="numeric">{formatNumber(listInfo.totalCount)}</bdi> <Text source="Records" />
          </>
        )}
      </p>
      {hasSelection && (
        <div className="list-selection">
          <Button size="small" onClick={() => setEditing(true)}>
            <Text source="Bulk Edit" />
          </Button>
          <Button size="small" variant="quiet" onClick={store.clearSelection}>
            <Text source="Clear Selection" />
          </Button>
        </div>
      )}
      {isEditing && meta && (
        <Suspense fallback={null}>
          <BulkEdit meta={meta} count={selected.length} store={store} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
