import type { EntityState, ListStore } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import './read-failed.css'

/** A note beside the rows when they or the next ones could not be read; rows that were read before stay. */
export function ReadFailed({ state, store }: { state: EntityState; store: ListStore }) {
  const { error, status, isLoading } = state
  if (status !== 'ready' || error === null) return null
  return (
    <div className="list-read-failed" role="alert">
      <span dir="auto">
        <ErrorMessage error={error} />
      </span>
      <Button size="small" isPending={isLoading} onClick={() => void store.retry()}>
        <Text source="Retry" />
      </Button>
    </div>
  )
}
