import type { ApiError, EntityState, EntityStore } from '@tavla/client'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'
import { MissingRecord } from './MissingRecord.tsx'

interface DetailStateProps {
  id: string
  state: EntityState
  store: EntityStore
  /** The failure of reading meta, without which the record cannot be drawn. */
  metaError: ApiError | null
  onRetry: () => void
  /** Returns to the list. */
  onLeave: () => void
}

/** Replaces a record that cannot be shown: loading, no right, not found, failed; each with one next step. */
export function DetailState({ id, state, store, metaError, onRetry, onLeave }: DetailStateProps) {
  const { t } = useI18n()
  const { activeStatus, activeError, entity } = state
  const back = (
    <Button onClick={onLeave}>
      <Text source="Back to the list" />
    </Button>
  )
  const messageOf = (error: ApiError | null) => error && <ErrorMessage error={error} />
  if (activeStatus === 'denied') {
    const sentence = (
      <Text source="You do not have permission to view {0}." args={[{ translate: entity, context: entity }]} />
    )
    return <EmptyState kind="noRight" title={messageOf(activeError) ?? sentence} action={back} />
  }
  if (activeStatus === 'missing') {
    const sentence = <Text source="{0} {1} was not found." args={[{ translate: entity, context: entity }, id]} />
    return <MissingRecord {...{ id, state, store, back }} message={messageOf(activeError) ?? sentence} />
  }
  const message = activeStatus === 'failed' ? messageOf(activeError) : messageOf(metaError)
  if (message !== null) {
    const retry = (
      <Button onClick={onRetry}>
        <Text source="Reload" />
      </Button>
    )
    return <EmptyState kind="failed" title={message} action={retry} />
  }
  return <Skeleton shape="form" lines={8} label={t('Loading…')} />
}
