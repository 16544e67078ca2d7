import type { EntityState } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'

/** What stands in a record's place while there is none: loading, no right, not found, failed; each with one next step. */
export function DetailState({ state, onRetry }: { state: EntityState; onRetry: () => void }) {
  const { t } = useI18n()
  const { activeStatus, activeError, entity, activeId } = state
  const message = activeError && (activeError.isLocal ? t(activeError.message) : activeError.message)
  if (activeStatus === 'denied') {
    const sentence = t('You do not have permission to view {0}.', [{ translate: entity }])
    return <EmptyState kind="noRight" title={message ?? sentence} />
  }
  if (activeStatus === 'missing') {
    const sentence = t('{0} {1} was not found.', [{ translate: entity }, activeId ?? ''])
    return <EmptyState kind="notFound" title={message ?? sentence} />
  }
  if (activeStatus === 'failed') {
    const retry = (
      <Button onClick={onRetry}>
        <Text source="Reload" />
      </Button>
    )
    return (
      <EmptyState kind="failed" title={<Text source="Something went wrong" />} description={message} action={retry} />
    )
  }
  return <Skeleton shape="form" lines={8} label={t('Loading…')} />
}
