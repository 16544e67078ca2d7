import type { ApiError } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'

/** Stands where the further records of a group could not be read. */
export function GroupFault({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <div className="group-fault" role="alert">
      <span dir="auto">
        <ErrorMessage error={error} />
      </span>
      <Button size="small" onClick={onRetry}>
        <Text source="Retry" />
      </Button>
    </div>
  )
}
