import { type EntityState, type EntityStore, selectedCount } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, focusQuietly, lazyPart, useIsPhone } from '@tavla/ui'
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { countText } from '../list/count-text.ts'
import { isNarrowed } from '../list/narrowed.ts'
import { SelectAll } from '../list/SelectAll.tsx'

const SelectionBar = lazyPart(() => import('./SelectionBar.tsx'), 'line')

interface ListSummaryProps {
  state: EntityState
  store: EntityStore
  canSelect: boolean
  hasBoxes: boolean
  actions: ReactNode
}

/**
 * The number of matching records, and the actions on selected ones (reference: screens, List header; screens,
 * List choices).
 */
export function ListSummary({ state, store, canSelect, hasBoxes, actions }: ListSummaryProps) {
  const { formatNumber } = useI18n()
  const isPhone = useIsPhone()
  const { selected, isSelecting, activeList, meta, listInfo, status, layout } = state
  const canWrite = canSelect && meta?.doc_meta.permissions.write === 1
  const hasSelectAll = (canWrite || hasBoxes) && layout === 'List' && activeList.length > 0
  const hasSelection = selected.length > 0
  const isChoosing = hasSelection || isSelecting
  const hasBar = isChoosing || (isPhone && hasSelectAll)
  // A window of its actions stays open after the selection is gone.
  const [isUsed, setUsed] = useState(false)
  if (hasBar && !isUsed) setUsed(true)
  const clear = (event: MouseEvent<HTMLElement>) => {
    const search = event.currentTarget.closest('.list-header')?.querySelector<HTMLElement>('.list-search input')
    store.clearFilters()
    // The button disappears with the search that it cleared.
    if (search) focusQuietly(search)
  }
  return (
    <div
      className="list-summary"
      data-narrowed={isNarrowed(state) || undefined}
      data-choosing={isChoosing || undefined}
    >
      {hasSelectAll && <SelectAll state={state} store={store} />}
      <p className="list-count" role="status">
        {isChoosing && <Text source="{0} selected" args={[formatNumber(selectedCount(state))]} />}
        {!isChoosing && status === 'ready' && (
          <>
            <bdi className="numeric">{countText(listInfo, formatNumber)}</bdi>{' '}
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
      {(hasBar || isUsed) && (
        <Suspense fallback={isPhone && !isChoosing ? <SelectPlace /> : null}>
          <SelectionBar state={state} store={store} canWrite={canWrite} isShown={hasBar} />
        </Suspense>
      )}
    </div>
  )
}

/** Keeps the place of the button on a phone, so that the search does not move when its code comes. */
const SelectPlace = () => (
  <div className="list-selection">
    <Button size="small" variant="quiet" disabled>
      <Text source="Select" />
    </Button>
  </div>
)
