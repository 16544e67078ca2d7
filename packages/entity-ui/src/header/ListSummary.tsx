import type { EntityState, EntityStore } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, lazyPart, useIsPhone } from '@tavla/ui'
import { Suspense, useState } from 'react'

const BulkEdit = lazyPart(() => import('../bulk/BulkEdit.tsx'), 'window')

interface ListSummaryProps {
  state: EntityState
  store: EntityStore
  canSelect: boolean
}

/** How many records match, and what can be done with the selected ones (spec 2.8, contract 9.3). */
export function ListSummary({ state, store, canSelect }: ListSummaryProps) {
  const { t, formatNumber } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const isPhone = useIsPhone()
  const { selected, isSelecting, activeList, meta, listInfo, status, layout } = state
  const canWrite = canSelect && meta?.doc_meta.permissions.write === 1
  const hasSelectAll = canWrite && layout === 'List' && activeList.length > 0
  const hasSelection = selected.length > 0
  const isChoosing = hasSelection || isSelecting
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
        {isChoosing && <Text source="{0} selected" args={[selected.length]} />}
        {!isChoosing && status === 'ready' && (
          <>
            <bdi className="numeric">{formatNumber(listInfo.totalCount)}</bdi> <Text source="Records" />
          </>
        )}
      </p>
      {(isChoosing || (isPhone && hasSelectAll)) && (
        <div className="list-selection">
          {hasSelection && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Text source="Bulk Edit" />
            </Button>
          )}
          {/* One button, so that the focus stays on it. On a phone it brings the boxes of the rows. */}
          <Button
            size="small"
            variant="quiet"
            onClick={isChoosing ? store.clearSelection : () => store.setSelecting(true)}
          >
            <Text source={isChoosing ? 'Clear Selection' : 'Select'} />
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
