import type { ApiError, LoadStatus } from '@tavla/client'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Icon, Skeleton } from '@tavla/ui'
import type { ReactNode } from 'react'
import './record-tabs.css'

interface TabStateProps {
  status: LoadStatus
  error: ApiError | null | undefined
  isEmpty: boolean
  /** Text of an empty tab. */
  empty: string
  emptyIcon: string
  onRetry: () => void
  children: ReactNode
}

/** The content of a tab, or the reason why there is none, with one next step. */
export function TabState({ status, error, isEmpty, empty, emptyIcon, onRetry, children }: TabStateProps) {
  const { t } = useI18n()
  const sentence = error && <ErrorMessage error={error} />
  const retry = (
    <Button size="small" onClick={onRetry}>
      <Text source="Retry" />
    </Button>
  )
  if (status === 'idle' || status === 'loading') return <Skeleton shape="rows" lines={4} label={t('Loading…')} />
  if (status === 'denied') return <EmptyState kind="noRight" title={sentence} action={retry} />
  if (status !== 'ready') return <EmptyState kind="failed" title={sentence} action={retry} />
  return (
    <>
      {sentence && (
        <p className="tab-failed" role="alert">
          <Icon name="cloud_off" size="small" />
          <span>{sentence}</span>
          {retry}
        </p>
      )}
      {isEmpty ? <EmptyState kind="empty" icon={emptyIcon} title={<Text source={empty} />} /> : children}
    </>
  )
}
