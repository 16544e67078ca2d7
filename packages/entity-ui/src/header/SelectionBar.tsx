import { type EntityState, type EntityStore, selectedCount } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useContext, useState } from 'react'
import { countText } from '../list/count-text.ts'
import { SelectionActionContext } from './selection-action.ts'
import './selection-bar.css'

const ExportWindow = lazyPart(() => import('../export/ExportWindow.tsx'), 'window')
const BulkEdit = lazyPart(() => import('../bulk/BulkEdit.tsx'), 'window')
const BulkTransitions = lazyPart(() => import('../bulk/BulkTransitions.tsx'), 'line')
const BulkDelete = lazyPart(() => import('../bulk/BulkDelete.tsx'), 'window')

interface SelectionBarProps {
  state: EntityState
  store: EntityStore
  canWrite: boolean
  /** False once nothing is selected any more. */
  isShown: boolean
}

/** The actions on the selected records, with their windows (reference: screens, Bulk changes). */
export default function SelectionBar({ state, store, canWrite, isShown }: SelectionBarProps) {
  const { t, formatNumber } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { selected, isSelecting, activeList, meta, listInfo } = state
  const hasSelection = selected.length > 0
  const isChoosing = hasSelection || isSelecting
  const action = useContext(SelectionActionContext)
  const canEdit = canWrite && hasSelection && !action
  const canDelete = canEdit && meta?.doc_meta.permissions.delete === 1 && meta.doc_meta.has_trash === 1
  const count = selectedCount(state)
  const isAll = hasSelection && selected.length >= activeList.length
  const canSelectMatching = (canEdit || action) && isAll && listInfo.totalCount > count
  useShortcut('Shift+E', () => setEditing(true), { isEnabled: canEdit, label: t('Bulk Edit') })
  return (
    <>
      {isShown && (
        <div
          className="list-selection"
          data-chosen={hasSelection || undefined}
          // Floating over the list, the bar is far from the count that is read out.
          data-count={t('{0} selected', [formatNumber(count)])}
        >
          {canSelectMatching && (
            <Button size="small" variant="quiet" onClick={store.selectMatching}>
              <Text source="Select all {0}" args={[countText(listInfo, formatNumber)]} />
            </Button>
          )}
          {action && hasSelection && (
            <Button size="small" onClick={action.run}>
              <Text source={action.label} />
            </Button>
          )}
          {canEdit && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Text source="Bulk Edit" />
            </Button>
          )}
          {canEdit && meta && (meta.doc_meta.transitions ?? []).length > 0 && (
            <Suspense fallback={null}>
              <BulkTransitions meta={meta} store={store} />
            </Suspense>
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
            <Text source={hasSelection ? 'Clear Selection' : isSelecting ? 'Cancel' : 'Select'} />
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
    </>
  )
}
