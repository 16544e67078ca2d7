import type { EntityState, EntityStore } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'

/** Under the rows when the next page could not be read. */
export function LoadMoreFailed({ state, store }: { state: EntityState; store: EntityStore }) {
  const { error, status, isLoading } = state
  if (status !== 'ready' || error === null) return null
  return (
    <div className="list-more-failed" role="alert">
      <span dir="auto">{error.isLocal ? <Text source={error.message} /> : error.message}</span>
      <Button size="small" isPending={isLoading} onClick={() => void store.retry()}>
        <Text source="Retry" />
      </Button>
    </div>
  )
}
