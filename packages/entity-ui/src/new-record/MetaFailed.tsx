import type { ApiError } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import { metaFailure } from './meta-failure.ts'

interface MetaFailedProps {
  error: ApiError
  isReading: boolean
  onRetry: () => void
}

/** Replaces the new-record form when its fields cannot be read: the reason, and a retry. */
export function MetaFailed({ error, isReading, onRetry }: MetaFailedProps) {
  const { kind, step } = metaFailure(error)
  return (
    <EmptyState
      kind={kind}
      title={<ErrorMessage error={error} />}
      action={
        <Button isPending={isReading} onClick={onRetry}>
          <Text source={step} />
        </Button>
      }
    />
  )
}
