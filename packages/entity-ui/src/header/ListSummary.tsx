import { type EntityState, type EntityStore, selectedCount } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, focusQuietly, lazyPart, useIsPhone, useShortcut } from '@tavla/ui'
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { isNarrowed } from '../list/narrowed.ts'

const ExportWindow = lazyPart(() => import('../export/ExportWindow.tsx'), 'window')
const BulkEdit = lazyPart(() => import('../bulk/BulkEdit.tsx'), 'window')
const BulkDelete = lazyPart(() => import('../bulk/BulkDelete.tsx'), 'window')

interface ListSummaryProps {
  state: EntityState
  store: EntityStore
  canSelect: boolean
  actions: ReactNode
}

/**
 * The number of matching records, and the actions on selected ones (reference: screens, List header; screens,
 * List choices).
 */
export function ListSummary({ state, store, canSelect, actions }: ListSummaryProps) {
  const { t, formatNumber } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isPhone = useIsPhone()
  const { selected, isSelecting, activeList, meta, listInfo, status, layout } = state
  const canWrite = canSelect && meta?.doc_meta.permissions.write === 1
  const hasSelectAll = canWrite && layout === 'List' && activeList.length > 0
  const hasSelection = selected.length > 0
  const isChoosing = hasSelection || isSelecting
  const isAll = hasSelection && selected.length >= activeList.length
  const canEdit = canWrite && hasSelection
  const canDelete = canEdit && meta?.doc_meta.permissions.delete === 1 && meta.doc_meta.has_trash === 1
  const count = selectedCount(state)
  const canSelectMatching = canEdit && isAll && listInfo.totalCount > count
  useShortcut('Shift+E', () => setEditing(true), { isEnabled: canEdit, label: t('Bulk Edit') })
  const clear = (event: MouseEvent<HTMLElement>) => {
    const search = event.currentTarget.closest('.list-header')?.querySelector('input')
    store.clearFilters()
    // The button disappears with the search that it cleared.
    if (search) focusQuietly(search)
  }
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
      <p className="list-count" role="status">
        {isChoosing && <Text source="{0} selected" args={[formatNumber(count)]} />}
        {!isChoosing && status === 'ready' && (
          <>
            <bdi className="numeric">{formatNumber(listInfo.totalCount)}</bdi>{' '}
            <Text source="{0, plural, one {Record} other {Records}}" args={[listInfo.totalCount]} />
          </>
        )}
      </p>
      {!isChoosing && status === 'ready' && isNarrowed(state) && (
        <Button size="small" variant="quiet" className="list-clear" onClick={clear}>
          <Text source="Clear" />
        </Button>
      )}
      {!isChoosing && actions !== undefined && <div className="list-selection">{actions}</div>}
      {(isChoosing || (isPhone && hasSelectAll)) && (
        <div className="list-selection" data-chosen={hasSelection || undefined}>
          <span className="list-selection-count" aria-hidden="true">
            <Text source="{0} selected" args={[formatNumber(count)]} />
          </span>
          {canSelectMatching && (
            <Button size="small" variant="quiet" onClick={store.selectMatching}>
              <Text source="Select all {0}" args={[formatNumber(listInfo.totalCount)]} />
            </Button>
          )}
          {canEdit && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Text source="Bulk Edit" />
            </Button>
          )}
          {hasSelection && (
            <Button size="small" onClick={() => setExporting(true)}>
              <Text source="Export" />
            </Button>
          )}
          {canDelete && (
            <Button size="small" onClick={() => setDeleting(true)}>
              <Text source="Delete" />
            </Button>
          )}
          {/* One button, so that it keeps the focus. On a phone it shows the row boxes. */}
          <Button
            size="small"
            variant="quiet"
            onClick={isChoosing ? store.clearSelection : () => store.setSelecting(true)}
          >
            <Text source={isChoosing ? 'Clear Selection' : 'Select'} />
          </Button>
        </div>
      )}
      {isExporting && meta && (
        <Suspense fallback={null}>
          <ExportWindow state={state} meta={meta} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {isEditing && meta && (
        <Suspense fallback={null}>
          <BulkEdit meta={meta} count={count} store={store} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {isDeleting && meta && (
        <Suspense fallback={null}>
          <BulkDelete meta={meta} store={store} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </div>
  )
}
