import type { EntityState, EntityStore } from '@tavla/client'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, lazyPart, Skeleton } from '@tavla/ui'
import { Suspense } from 'react'

/** Loads with the first list without rows. */
const EmptyList = lazyPart(() => import('./EmptyList.tsx'), 'line')

interface ListStatesProps {
  state: EntityState
  store: EntityStore
  /** Opens the form of a new record, if the person may create one. */
  onAdd: (() => void) | undefined
  /** English source text for a list without records. */
  emptyText?: string | undefined
}

/** Replaces the rows while there are none: loading, empty, no result, no right or failed, each with one next step. */
export function ListStates({ state, store, onAdd, emptyText = 'No records found' }: ListStatesProps) {
  const { t } = useI18n()
  const { status, error, listInfo } = state
  const message = error && <ErrorMessage error={error} />
  const again = (source: string) => (
    <Button onClick={() => void store.retry()}>
      <Text source={source} />
    </Button>
  )
  switch (status) {
    case 'idle':
    case 'loading':
      return <Skeleton shape="rows" lines={12} label={t('Loading…')} />
    case 'denied':
      return <EmptyState kind="noRight" title={message} action={again('Reload')} />
    case 'missing':
      return <EmptyState kind="notFound" title={message} action={again('Reload')} />
    case 'failed':
      return <EmptyState kind="failed" title={message} action={again('Retry')} />
    case 'ready':
      // Rows were deleted here while further ones are still loading.
      if (listInfo.totalCount > 0) return null
      return (
        <Suspense fallback={null}>
          <EmptyList state={state} store={store} onAdd={onAdd} emptyText={emptyText} />
        </Suspense>
      )
  }
}
